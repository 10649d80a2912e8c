package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/**
 * Ranks spawn worlds: what is started, how worlds end with each other, and that nothing is left.
 */
@Timeout(90)
class SpawnTest {
  private static final String PROGRAM = SpawningProgram.class.getName();

  /** mpiexec of one rank that spawns. */
  private static Launch parent(String... words) {
    var all = new ArrayList<>(List.of("-n", "1", "-cp", Launcher.classPath(), PROGRAM));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new));
  }

  @Test
  void aClassIsStartedWithTheClassPathOfItsParentAndTheWordsAsTheyAre(@TempDir Path place) {
    Result result =
        parent(
                "leave",
                "2",
                PROGRAM,
                "",
                "a  b",
                "tab\t",
                "\"'\\$HOME",
                "l1\nl2",
                "@soft=1:2",
                "@wdir=" + place,
                "@env=X=1 2\nY=3",
                "@unknown=1")
            .run();
    assertThat(result.err()).isEmpty();
    String words = "[, a  b, tab\t, \"'\\$HOME, l1\\nl2]";
    String said = "program 0, a port, " + words + " in " + place + " with X=1 2";
    assertThat(result.sortedLines())
        .containsExactly("[0, 0] ", "child 0 of 2, " + said, "child 1 of 2, " + said);
    assertThat(result.code()).isZero();
  }

  @Test
  void sourcesAndExecutablesAreStartedToo(@TempDir Path place) throws IOException {
    Path source = place.resolve("Worker.java");
    Files.writeString(
        source,
        """
        class Worker {
          public static void main(String[] args) {
            System.out.println("worker " + args[0] + System.getProperty("x"));
          }
        }
        """);
    assertThat(parent("leave", "1", source.toString(), "a", "@jvm_args=-Dx='1 2'").run().lines())
        .contains("[0] ", "worker a1 2");
    assertThat(parent("leave", "1", "Worker.java", "a", "@path=/nowhere:" + place).run().lines())
        .contains("[0] ", "worker anull");
    assertThat(parent("leave", "1", "sh", "-c", "echo $PMI_SPAWNED $0", "c d").run().lines())
        .contains("[0] ", "1 c d");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "2 | no.such.Program | [-1, -1] there is no program 'no.such.Program' in PATH or ",
        "1 | /no/such | [-1] there is no program '/no/such' in ",
        "1 | sh @wdir=/no/such | [-1] info wdir=/no/such: there is no such directory",
        "1 | sh @host=no.such.invalid | [-1] host no.such.invalid: its manager did not start: ",
        "2 | sh @soft=5:7 | [-1, -1] info soft=5:7: no number of processes from 1 to 2 is in it",
        "1 | sh @env=X | [-1] info env: X is not NAME=value; write one a line",
        "1 | sh @jvm_args=x | [-1] info jvm_args: x is not a flag of the JVM",
        "0 | sh | [] 0 processes of sh"
      })
  void whatCannotBeStartedIsToldAndTheJobLives(String count, String program, String told) {
    var words = new ArrayList<>(List.of("leave", count));
    words.addAll(List.of(program.split(" ", -1)));
    Result result = parent(words.toArray(String[]::new)).run();
    assertThat(result.out()).startsWith(told.strip());
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void ofTheWorldThatFailsFirstTheUserReadsTheCause() {
    Result result = parent("hear", "2", PROGRAM, "exits").run();
    assertThat(result.err())
        .matches(
            "mpiexec: rank 1 of world 1 on \\S+ exited with code 3; the other rank was ended"
                + " \\(rank 0 has spawned world 1\\)\n");
    assertThat(result.code()).isEqualTo(3);
  }

  @Test
  void aParentMayGoOnWithoutItsChildren() {
    Result result = parent("go on", "2", PROGRAM, "aborts").run();
    assertThat(result.out())
        .containsPattern("heard: 6 rank [01] of world 1 on \\S+ called abort with code 6: no more");
    assertThat(result.err()).containsOnlyOnce("mpiexec: ").contains("of world 1");
    assertThat(result.code()).isEqualTo(6);
  }

  @Test
  void aParentHearsThatItsChildrenHaveNeverStartedMpi() {
    Result result = parent("go on", "2", "true").run();
    assertThat(result.lines())
        .contains(
            "heard: 1 world 1 has ended without having called MPI's init"
                + " (rank 0 has spawned world 1)");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"sleep, 60", "org.purempi.tests.launch.SpawningProgram, sleeps"})
  void childrenEndWithTheirParent(String program, String argument) {
    Result result = parent("abort", "2", program, argument).run();
    assertThat(result.err()).matches("mpiexec: rank 0 on \\S+ called abort with code 5: enough\n");
    assertThat(result.code()).isEqualTo(5);
  }

  @Test
  void childrenGoToTheFreeSlotsOfAllHosts() {
    String line = "echo $PMI_RANK: $MPI_LOCALRANKID of $MPI_LOCALNRANKS";
    Result result =
        parent("leave", "4", "sh", "-c", line)
            .options("-launcher", "fork", "-hosts", "a:2,b:2")
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly("0: 0 of 2", "1: 0 of 2", "2: 1 of 2", "3: 1 of 2", "[0, 0, 0, 0] ");
  }

  @Test
  void worldsOnOtherHostsHearOfEachOther() {
    Result result =
        parent("go on", "2", PROGRAM, "exits", "@host=b,c")
            .options("-launcher", "fork", "-hosts", "a")
            .run();
    assertThat(result.lines())
        .contains(
            "heard: 3 rank 1 of world 1 on c exited with code 3 (rank 0 has spawned world 1)");
    assertThat(result.code()).isEqualTo(3);
    assertThat(
            parent("abort", "2", "sleep", "60", "@hosts=b,c")
                .options("-launcher", "fork", "-hosts", "a")
                .run()
                .code())
        .isEqualTo(5);
  }

  @Test
  void whoHasTakenLeaveEndsAlone() {
    Result result = parent("disconnect", "1", PROGRAM, "ends badly").run();
    assertThat(result.err()).contains("rank 0 of world 1 on ").contains("exited with code 4");
    assertThat(result.code()).isZero();
  }

  @Test
  void worldsShareNames() {
    Result result = parent("names", "1", PROGRAM, "publishes").run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).contains("found port-1", "found port-2");
    assertThat(result.code()).isZero();
  }

  @Test
  void labelsAndFilesTellWorldsApart(@TempDir Path place) throws IOException {
    String[] words = {"leave", "1", "sh", "-c", "echo child"};
    assertThat(parent(words).options("-l").run().sortedLines())
        .containsExactly("[0] [0] ", "[1,0] child");
    parent(words).options("-output-dir", place.toString()).run();
    assertThat(place.resolve("rank-0.out")).hasContent("[0] ");
    assertThat(place.resolve("world-1/rank-0.out")).hasContent("child");
    parent(words).options("-outfile-pattern", place + "/%r.txt").run();
    assertThat(place.resolve("0.txt")).hasContent("[0] ");
    assertThat(place.resolve("0.txt.1")).hasContent("child");
  }

  @ParameterizedTest
  @CsvSource({"KILL, 137", "TERM, 143"})
  void nothingIsLeftWhenMpiexecIsEnded(String signal, int code) {
    Running job = parent("go on", "2", "sh", "-c", "echo $$; sleep 60").start();
    String out = job.awaitOut("(\\[0, 0\\] \n|\\d+\n){3}");
    Processes.signal(signal, job.process().pid());
    Result result = job.await();
    assertThat(result.code()).isEqualTo(code);
    Processes.assertAllGone(Processes.numbers(out.replace("[0, 0] ", "")));
  }

  @Test
  void fiftyWorldsLeaveNothing() {
    Result result = parent("rounds", "50").run();
    assertThat(result.err()).isEmpty();
    assertThat(result.lines()).hasSize(2);
    assertThat(result.lines().getLast()).isEqualTo(result.lines().getFirst());
    assertThat(result.code()).isZero();
  }
}
