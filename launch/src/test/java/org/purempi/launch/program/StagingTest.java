package org.purempi.launch.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.local.Guardian;
import org.purempi.launch.program.Staging.Item;
import org.purempi.launch.remote.StagedFiles;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.Verb;
import org.purempi.launch.system.Tools;
import org.purempi.launch.text.UsageException;

/** Files of a program that other hosts lack. */
@Timeout(20)
class StagingTest {
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return Files.writeString(file, text);
  }

  private AppContext app(String program) {
    return new AppContext(
        1, program, false, List.of(), List.of(), null, null, List.of(), folder, Map.of());
  }

  private Command command(String... words) {
    return new Command(List.of(words), folder, Map.of());
  }

  @Test
  void equalContentsAreEqualBytesWhateverTheirTimes() throws IOException {
    Path one = file("one/a/X.class", "x");
    file("one/Y.class", "y");
    file("two/Y.class", "y");
    file("two/a/X.class", "x");
    Files.setLastModifiedTime(one, FileTime.fromMillis(0));
    String digest = StableArchive.digest(folder.resolve("one"));
    assertThat(StableArchive.digest(folder.resolve("two"))).isEqualTo(digest);
    file("two/a/X.class", "z");
    assertThat(StableArchive.digest(folder.resolve("two"))).isNotEqualTo(digest);
  }

  @Test
  void aJavaLineThatNamesNoClassPathIsRefused() {
    assertThatThrownBy(
            () ->
                Staging.of(
                    List.of(app("java")),
                    List.of(command("/jdk/bin/java", "-p", "mods", "-m", "a/b")),
                    ""))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("-stage sends class paths and jars");
  }

  @Test
  void aModuleOrASourceFileIsNotOnTheClassPathThatIsSent() {
    for (List<String> program : List.of(List.of("-m", "a/b"), List.of("A.java"))) {
      List<String> words = new ArrayList<>(List.of("/jdk/bin/java", "-cp", "/lib/purempi.jar"));
      words.addAll(program);
      Command java = command(words.toArray(String[]::new));
      assertThatThrownBy(() -> Staging.of(List.of(app("java")), List.of(java), "/lib/purempi.jar"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("write -cp PATH CLASS or -jar FILE");
    }
  }

  @Test
  void aClassPathIsSentWithoutTheLibraryAndAProgramThatWasNamedByItsPath() throws Exception {
    Path jar = file("lib/one.jar", "1");
    Path second = file("lib/two.jar", "2");
    Path classes = file("classes/X.class", "x").getParent();
    Path ring = file("ring", "#!");
    Command java =
        command("/jdk/bin/java", "-Xmx1g", "-cp", "/p/mpi.jar:lib/*:classes", "X", "-cp");
    Command program = command(ring.toString(), "-cp", "y");
    List<AppContext> apps = List.of(app("X"), app("./ring"), app("ls"));
    List<Command> commands = List.of(java, program, command("/bin/ls"));
    Staging staging = Staging.of(apps, commands, "/p/mpi.jar");
    assertThat(staging.items().stream().map(Item::origin))
        .containsExactly(jar, second, classes, ring);
    assertThat(staging.items().stream().map(Item::isProgram))
        .containsExactly(false, false, false, true);
    Map<Path, String> there =
        Map.of(jar, "/t/0-one.jar", second, second.toString(), classes, "/t/1", ring, "/t/2-ring");
    assertThat(Staging.moved(java, there).words())
        .containsExactly(
            "/jdk/bin/java",
            "-Xmx1g",
            "-cp",
            "/p/mpi.jar:/t/0-one.jar:" + second + ":/t/1",
            "X",
            "-cp");
    assertThat(Staging.moved(program, there).words()).containsExactly("/t/2-ring", "-cp", "y");
  }

  private static SmpdCommand stage() {
    return SmpdCommand.of(Verb.STAGE, 0, 1, 1);
  }

  private static SmpdCommand question(Path origin, String digest) {
    return stage().with("path", origin.toString()).with("digest", digest).with("program", 1);
  }

  private static String send(StagedFiles files, Path origin) throws IOException {
    var bytes = new ByteArrayOutputStream();
    StableArchive.write(origin, bytes);
    byte[] all = bytes.toByteArray();
    int half = all.length / 2;
    var hex = HexFormat.of();
    assertThat(files.take(stage().with("data", hex.formatHex(all, 0, half)))).isNull();
    assertThat(files.take(stage().with("data", hex.formatHex(all, half, all.length)))).isNull();
    return String.valueOf(files.take(stage().with("end", 1)));
  }

  @Test
  void whatIsMissingIsKeptForTheUserAloneAndRemovedByTheGuardian() throws Exception {
    Path here = file("here", "same");
    Path classes = Objects.requireNonNull(file("classes/a/X.class", "x").getParent()).getParent();
    Path elsewhere = folder.resolve("else where");
    Guardian guardian = Guardian.start(new Tools());
    var files = new StagedFiles(guardian);
    assertThat(files.take(question(here, StableArchive.digest(here)))).isEqualTo(here.toString());

    assertThat(files.take(question(elsewhere, StableArchive.digest(here)))).isNull();
    Path kept = Path.of(send(files, here));
    assertThat(kept).hasContent("same").isExecutable();
    assertThat(Files.getPosixFilePermissions(files.directory())).hasSize(3);
    assertThat(kept.getFileName()).hasToString("0-else_where");

    Path folderOfClasses = Objects.requireNonNull(classes);
    assertThat(files.take(question(elsewhere, StableArchive.digest(folderOfClasses)))).isNull();
    try (var jar = new JarFile(send(files, folderOfClasses))) {
      assertThat(jar.getEntry("a/X.class")).isNotNull();
    }

    assertThat(files.take(question(elsewhere, "00"))).isNull();
    assertThatThrownBy(() -> send(files, here))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not what was sent");

    guardian.close();
    assertThat(files.directory()).doesNotExist();
  }

  @Test
  void bytesOfNoFileAreRefused() throws IOException {
    try (Guardian guardian = Guardian.start(new Tools())) {
      var files = new StagedFiles(guardian);
      assertThatThrownBy(() -> files.take(stage().with("data", "00")))
          .hasMessageContaining("bytes of no file");
      assertThatThrownBy(() -> files.take(stage().with("end", 1)))
          .hasMessageContaining("the end of no file");
    }
  }
}
