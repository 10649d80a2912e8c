package org.purempi.tests.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Tree;
import org.purempi.tests.install.GuidePage.Block;
import org.purempi.tests.install.Installed.Result;

/**
 * Follows pages of the guide word for word: saves the files, runs the commands in one directory
 * that was empty but for the archive, and compares the output. Times of waiting may differ.
 */
@Timeout(180)
class GuideTest {
  @TempDir static Path made;
  private static Path archive;

  @BeforeAll
  static void make() throws Exception {
    archive = Installed.archive(made);
  }

  @ParameterizedTest
  @ValueSource(strings = {"first-ten-minutes.md", "my-program-hangs.md"})
  void thePageIsTrue(String name, @TempDir Path folder) throws Exception {
    GuidePage page = GuidePage.read(Tree.ROOT.resolve("docs/guide").resolve(name));
    Files.copy(archive, folder.resolve(archive.getFileName()));
    Path home = folder.resolve("purempi-" + Installed.version());
    if (!name.startsWith("first")) {
      Installed.run(folder, Map.of(), "tar", "-xzf", archive.toString());
    }
    Result last = new Result(0, "");
    int followed = 0;
    for (Block block : page.blocks()) {
      switch (block.kind()) {
        case "java" -> {
          if (!block.note().isEmpty()) {
            Files.writeString(folder.resolve(block.note()), block.text());
          }
        }
        case "sh" -> {
          String line = "PATH=" + home.resolve("bin") + ":$PATH; " + block.text();
          last = Installed.run(folder, Map.of(), "bash", "-ec", line);
          boolean fails = block.note().equals("fails");
          assertThat(last.code() != 0).as("%s\n%s", block.text(), last.text()).isEqualTo(fails);
          followed++;
        }
        case "out" -> compare(block, last);
        default -> assertThat(block.kind()).isEqualTo("xml");
      }
    }
    assertThat(followed).isGreaterThan(2);
  }

  private static void compare(Block expected, Result result) {
    String want = plain(expected.text());
    String text = plain(result.text());
    switch (expected.note()) {
      case "" -> assertThat(text).isEqualTo(want);
      case "any order" ->
          assertThat(text.lines()).containsExactlyInAnyOrderElementsOf(want.lines().toList());
      case "begins" -> assertThat(text).startsWith(want);
      case "part" -> assertThat(text).contains(want);
      default -> throw new AssertionError("how to compare '" + expected.note() + "'?");
    }
  }

  private static String plain(String text) {
    return text.replaceAll("waiting for [\\d. to]+ s:", "waiting for T s:");
  }
}
