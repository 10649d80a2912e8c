package org.purempi.tests.install;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Tree;
import org.purempi.tests.install.GuidePage.Block;
import org.purempi.tests.install.Installed.Result;

/**
 * Follows pages of the guide word for word: saves the files, runs the commands in one directory
 * that was empty but for the archive, and compares the output. Times of waiting may differ; Maven
 * finds what it needs without a network ({@link MavenProject}).
 */
@Timeout(180)
class GuideTest {
  /** A row of a table: a call in C, and in Java. */
  private static final Pattern BESIDE_C = Pattern.compile("(?m)^\\| `MPI_.* \\| `(.*)` \\|$");

  private static final Pattern TIMEOUT = Pattern.compile("-timeout (\\d+)");

  /** The port of the page about smpd; another program on this machine may have it. */
  private static final String PORT = "28676";

  private static final String FREE_PORT = freePort();

  @TempDir static Path folder;

  private static String freePort() {
    try (var socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @BeforeAll
  static void make() throws Exception {
    Installed.archive(folder);
  }

  @Test
  void theFirstPageIsTrue() throws Exception {
    follow("first-ten-minutes.md");
    Path report = folder.resolve("project/target/surefire-reports");
    String tests = Files.readString(report.resolve("TEST-org.example.AverageTest.xml"));
    assertThat(tests).containsPattern("<testsuite [^>]*tests=\"1\"[^>]*failures=\"0\"");
  }

  @Test
  void theTenLinesOfTheReadmeAreAProgram() throws Exception {
    String lines =
        GuidePage.read(Tree.ROOT.resolve("README.md")).blocks().stream()
            .filter(block -> block.kind().equals("java"))
            .findFirst()
            .orElseThrow()
            .text();
    unpack();
    Files.writeString(folder.resolve("TenLines.java"), "import org.purempi.*;\n\n" + lines);
    Result result = run("mpiexec -n 4 TenLines.java");
    assertThat(result.code()).as(result.text()).isZero();
    assertThat(result.text()).startsWith("mean 0.5").hasLineCount(1);
  }

  /** The lines about records, as they stand on the page, in one program. */
  @Test
  void theRecordsOfThePageAboutDatatypesAreAProgram() throws Exception {
    var records = new StringBuilder();
    var body = new StringBuilder();
    for (Block block : GuidePage.read(Tree.ROOT.resolve("docs/guide/datatypes.md")).blocks()) {
      if (block.text().startsWith("record Stat") || block.text().startsWith("record Particle")) {
        String[] parts = block.text().split("\n", 2);
        records.append("public ").append(parts[0]).append('\n');
        body.append(parts[1]);
      }
    }
    unpack();
    Files.writeString(
        folder.resolve("Records.java"),
        """
        import java.lang.foreign.*;
        import java.util.*;
        import org.purempi.*;

        public class Records {
          %s
          public static void main(String[] args) {
            Mpi.run(2, world -> {
              double x = world.rank() + 1;
              int mine = 3;
              int count = 10;
              %s
              int offset = world.exscan(mine, Op.SUM).orElse(0);
              if (world.rank() == 0) {
                IO.println(all + " " + total + " " + soFar + " " + each.size() + " " + fifth.id());
              }
            });
          }
        }
        """
            .formatted(records, body));
    Result result = run("java -cp 'purempi-" + Installed.version() + "/lib/*' Records.java");
    String sum = "Stat[n=2, sum=3.0]";
    assertThat(result.text()).isEqualTo(sum + " Optional[" + sum + "] Stat[n=1, sum=1.0] 2 7\n");
  }

  /** Every Java line beside a call in C, in a method of its own. */
  @Test
  void theJavaLinesOfThePageFromCCompile() throws Exception {
    List<String> lines =
        BESIDE_C
            .matcher(Files.readString(Tree.ROOT.resolve("docs/guide/from-c.md")))
            .results()
            .map(row -> row.group(1))
            .toList();
    assertThat(lines).hasSizeGreaterThan(30);
    var methods = new StringBuilder();
    for (int i = 0; i < lines.size(); i++) {
      methods.append("  static void line%d() {\n    %s\n  }\n".formatted(i, lines.get(i)));
    }
    unpack();
    Files.writeString(
        folder.resolve("FromC.java"),
        """
        import java.util.*;
        import org.purempi.*;

        public class FromC {
          record Stat(int n) {}
          static Mpi mpi;
          static Communicator comm;
          static CartCommunicator grid;
          static Datatype column;
          static Status status;
          static Request<Status> request, first, second;
          static String[] args;
          static double[] a, b, all;
          static int[] counts, displs, dims;
          static boolean[] periods;
          static int source, dest, tag, root, colour, key, rows, columns;
        %s
          public static void main(String[] args) {
            IO.println("compiled");
          }
        }
        """
            .formatted(methods));
    Result result = run("java -cp 'purempi-" + Installed.version() + "/lib/*' FromC.java");
    assertThat(result.text()).isEqualTo("compiled\n");
  }

  private static void unpack() throws Exception {
    Path purempi = folder.resolve("purempi-" + Installed.version());
    if (!Files.exists(purempi)) {
      Installed.run(folder, Map.of(), "tar", "-xzf", purempi + ".tar.gz");
    }
  }

  @ParameterizedTest
  @Tag("full")
  @ValueSource(
      strings = {
        "my-program-hangs.md",
        "my-program-is-slow.md",
        "my-program-is-wrong.md",
        "look-inside.md",
        "errors.md",
        "threads.md",
        "windows.md",
        "files.md",
        "pool.md",
        "checkpoints.md",
        "write-a-tool.md",
        "learning.md",
        "learning-more.md",
        "when-a-rank-dies.md",
        "jobs.md",
        "from-c.md",
        "c-programs.md",
        "from-mpjexpress.md",
        "from-openmpi.md",
        "smpd.md",
        "your-data-is-on-a-gpu.md"
      })
  void thePageIsTrue(String name) throws Exception {
    follow(name);
  }

  private static void follow(String name) throws Exception {
    GuidePage page = GuidePage.read(Tree.ROOT.resolve("docs/guide").resolve(name));
    if (!name.startsWith("first")) {
      unpack();
    }
    Result last = new Result(0, "");
    String command = "";
    int followed = 0;
    for (Block block : page.blocks()) {
      switch (block.kind()) {
        case "c", "java", "xml" -> { // without a name: for comparison only
          if (!block.note().isEmpty()) {
            Path file = folder.resolve(block.note());
            Path home = Objects.requireNonNull(file.getParent());
            Files.createDirectories(home);
            if (file.endsWith("pom.xml")) {
              MavenProject.offline(home);
            }
            Files.writeString(file, block.text());
          }
        }
        case "sh" -> {
          command = block.text();
          last = run(command);
          boolean fails = block.note().equals("fails");
          assertThat(last.code() != 0).as("%s\n%s", block.text(), last.text()).isEqualTo(fails);
          followed++;
        }
        case "out" -> {
          // Seconds after its start a program may not yet be where the page sees it.
          for (int times = 2; times < 10 && limited(command) && !fits(block, last); times *= 2) {
            last = run(patient(command, times));
          }
          compare(block, last);
        }
        default -> throw new AssertionError("what to do with '" + block.kind() + "'?");
      }
    }
    assertThat(followed).isPositive();
  }

  private static boolean limited(String command) {
    return TIMEOUT.matcher(command).find();
  }

  /** The command with so many times its {@code -timeout}. */
  private static String patient(String command, int times) {
    return TIMEOUT
        .matcher(command)
        .replaceAll(m -> "-timeout " + times * Integer.parseInt(m.group(1)));
  }

  private static Result run(String command) throws Exception {
    String bin = folder.resolve("purempi-" + Installed.version()).resolve("bin").toString();
    return Installed.run(
        folder,
        Map.of(),
        "bash",
        "-ec",
        "PATH=" + bin + ":$PATH; " + command.replace(PORT, FREE_PORT));
  }

  private static boolean fits(Block expected, Result result) {
    try {
      compare(expected, result);
      return true;
    } catch (AssertionError e) {
      return false;
    }
  }

  private static void compare(Block expected, Result result) {
    String want = plain(expected.text());
    String text = plain(result.text());
    switch (expected.note()) {
      case "" -> assertThat(text).isEqualTo(want);
      case "any order" ->
          assertThat(text.lines()).containsExactlyInAnyOrderElementsOf(want.lines().toList());
      case "ends" -> assertThat(text).endsWith(want);
      case "begins" -> assertThat(text).startsWith(want);
      case "part" -> assertThat(text).contains(want.stripTrailing()); // the line may go on
      default -> throw new AssertionError("how to compare '" + expected.note() + "'?");
    }
  }

  /** Without times, and without what Java says when a user starts JShell for the first time. */
  private static String plain(String text) {
    return text.replaceAll("waiting for [\\d. to]+ s:", "waiting for T s:")
        .replaceAll("(has run for|ran longer than) \\d+ s", "$1 T s")
        .replaceAll("purempi-hang-\\d+", "purempi-hang-N")
        .replace(FREE_PORT, PORT)
        .replaceAll("(?m)^.* java\\.util\\.prefs\\..*\\R.* preferences directory\\.\\R", "");
  }
}
