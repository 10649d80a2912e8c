package org.purempi.tests.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.setting.Audience;
import org.purempi.setting.Setting;
import org.purempi.setting.SettingCheck;
import org.purempi.tests.Tree;

/** docs/reference/settings.md says what can be set, and nothing else can be. */
@Timeout(60)
class SettingsPageTest {
  private static final Pattern VARIABLE = Pattern.compile("\\bPUREMPI_[A-Z][A-Z0-9_]*");
  private static final Pattern PROPERTY = Pattern.compile("-Dpurempi\\.[a-z0-9.-]*[a-z0-9]");

  /** Who reads a setting by itself. */
  private static final Pattern READER =
      Pattern.compile(
          "(getProperty|getLong|getInteger|getBoolean|getenv)\\(\\s*\"(purempi\\.|PUREMPI_)");

  @Test
  void thePageIsUpToDate() throws IOException {
    assertThat(Files.readString(SettingsPage.page(Tree.ROOT)))
        .as("run .ci/settings")
        .isEqualTo(SettingsPage.make());
  }

  @Test
  void everySettingSaysWhatItDoes() {
    assertThat(Setting.values())
        .allSatisfy(s -> assertThat(s.sentence()).matches("[A-Z].*\\.").doesNotContain("|"));
  }

  @Test
  void everySettingThatAPageNamesIsThere() throws IOException {
    Set<String> unknown = new TreeSet<>();
    for (Path page : files("docs", "README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "bin")) {
      if (page.toString().endsWith(".png")) {
        continue; // a picture
      }
      String text = text(page);
      VARIABLE
          .matcher(text)
          .results()
          .forEach(m -> unknown.addAll(SettingCheck.unknown(Map.of(m.group(), ""), Map.of())));
      PROPERTY
          .matcher(text)
          .results()
          .map(m -> m.group().substring(2))
          .forEach(name -> unknown.addAll(SettingCheck.unknown(Map.of(), Map.of(name, ""))));
    }
    assertThat(unknown).isEmpty();
  }

  @Test
  void thePageOfFastPathsNamesEveryClassAndEverySwitch() throws IOException {
    String page = text(Tree.ROOT.resolve("docs/reference/fast-paths.md"));
    List<Path> classes =
        files("os", "transport").stream()
            .filter(file -> file.toString().matches(".*/src/main/.*/fast/[A-Z]\\w*\\.java"))
            .toList();
    assertThat(classes).hasSizeGreaterThan(10);
    assertThat(classes)
        .extracting(file -> file.getFileName().toString().replace(".java", ""))
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    assertThat(Setting.values())
        .filteredOn(setting -> setting.audience() == Audience.SPEED)
        .hasSizeGreaterThan(5)
        .allSatisfy(setting -> assertThat(page).contains("| `" + setting.property() + "` |"));
  }

  @Test
  void settingsAreReadFromTheTableOnly() throws IOException {
    List<Path> sources =
        files("os", "pmi", "transport", "mpi", "learn", "launch", "junit").stream()
            .filter(file -> file.toString().matches(".*/src/main/.*\\.java"))
            .toList();
    assertThat(sources).hasSizeGreaterThan(100);
    assertThat(sources)
        .allSatisfy(f -> assertThat(text(f)).as(f.toString()).doesNotContainPattern(READER));
  }

  private static List<Path> files(String... roots) throws IOException {
    var files = new ArrayList<Path>();
    for (String root : roots) {
      try (Stream<Path> all = Files.walk(Tree.ROOT.resolve(root))) {
        all.filter(Files::isRegularFile)
            .filter(file -> !file.toString().contains("/target/"))
            .forEach(files::add);
      }
    }
    return files;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
