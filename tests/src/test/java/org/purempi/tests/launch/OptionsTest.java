package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/**
 * Every option does what its line of help says. A start of bin/mpiexec stands for each way in:
 * words, variables, a working directory, standard output and error.
 */
@Timeout(60)
class OptionsTest {
  @Test
  void processesAreNumberedAndKnowHowManyTheyAre() {
    Result result = Launch.shell(3, "echo $PMI_RANK of $PMI_SIZE").run();
    assertThat(result.sortedLines()).containsExactly("0 of 3", "1 of 3", "2 of 3");
    assertThat(result.code()).isZero();
    assertThat(result.err()).isEmpty();
  }

  @Test
  void withoutACountOneProcessRuns() {
    assertThat(Call.mpiexec("echo", "once").run().lines()).containsExactly("once");
  }

  @Test
  void npMeansNAndTwoDashesMeanOne() {
    assertThat(Call.mpiexec("--np", "2", "echo", "x").run().lines()).containsExactly("x", "x");
    assertThat(Call.mpiexec("--np=2", "echo", "x").run().lines()).containsExactly("x", "x");
  }

  @Test
  void ranksCountThroughAllProgramsOfTheJob() {
    Result result =
        Call.mpiexec(
                "-n",
                "1",
                "sh",
                "-c",
                "echo a $PMI_RANK $PMI_SIZE",
                ":", //
                "-n",
                "2",
                "sh",
                "-c",
                "echo b $PMI_RANK $PMI_SIZE")
            .run();
    assertThat(result.sortedLines()).containsExactly("a 0 3", "b 1 3", "b 2 3");
  }

  @Test
  void variablesOfOneProgramWinOverThoseOfAll() {
    Result result =
        Call.mpiexec(
                "-genv",
                "A",
                "all",
                "-genv",
                "B",
                "all b",
                "-env",
                "A",
                "one", //
                "sh",
                "-c",
                "echo $A $B",
                ":",
                "sh",
                "-c",
                "echo $A $B")
            .run();
    assertThat(result.sortedLines()).containsExactly("all all b", "one all b");
  }

  @Test
  void onlyListedVariablesArePassedOn() {
    String show = "echo \"${ONE-none} ${TWO-none} ${PMI_RANK-none}\"";
    assertThat(with(Call.mpiexec("-envlist", "TWO,X", "/bin/sh", "-c", show)))
        .isEqualTo("none 2 0\n");
    assertThat(with(Call.mpiexec("-genvlist", "ONE", "/bin/sh", "-c", show)))
        .isEqualTo("1 none 0\n");
    assertThat(with(Call.mpiexec("-envnone", "/bin/sh", "-c", show))).isEqualTo("none none 0\n");
    assertThat(with(Call.mpiexec("-genvnone", "/bin/sh", "-c", show))).isEqualTo("none none 0\n");
    assertThat(with(Call.mpiexec("-genvnone", "-envall", "/bin/sh", "-c", show)))
        .isEqualTo("1 2 0\n");
    assertThat(with(Call.mpiexec("-genvall", "/bin/sh", "-c", show))).isEqualTo("1 2 0\n");
  }

  private static String with(Call launch) {
    return launch.with("ONE", "1").with("TWO", "2").run().out();
  }

  @Test
  void aProgramRunsInItsWorkingDirectory(@TempDir Path place) throws IOException {
    Path real = place.toRealPath();
    assertThat(Call.mpiexec("-wdir", place.toString(), "pwd", "-P").run().lines())
        .containsExactly(real.toString());
    assertThat(Call.mpiexec("-dir", place.toString(), "pwd", "-P").run().lines())
        .containsExactly(real.toString());
  }

  @Test
  void everyLineOfBothStreamsIsLabelledWithItsRank() {
    Result result = Call.mpiexec("-l", "-n", "2", "sh", "-c", "echo a; echo b; echo c >&2").run();
    assertThat(result.sortedLines()).containsExactly("[0] a", "[0] b", "[1] a", "[1] b");
    assertThat(result.err().lines().sorted()).containsExactly("[0] c", "[1] c");
  }

  @Test
  void exitCodesOfAllRanksArePrintedInTheirOrder() {
    Result result = Call.mpiexec("-exitcodes", "-n", "2", "sh", "-c", "exit $PMI_RANK").run();
    assertThat(result.err().lines())
        .satisfiesExactly(
            first -> assertThat(first).matches("rank 0 on \\S+ exited with code 0"),
            second -> assertThat(second).matches("rank 1 on \\S+ exited with code 1"),
            last -> assertThat(last).matches("mpiexec: rank 1 on \\S+ exited with code 1"));
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void aJobThatTakesTooLongIsEnded() {
    for (Call launch :
        List.of(
            Call.mpiexec("-timeout", "1", "-n", "2", "sleep", "60"),
            Call.mpiexec("-n", "2", "sleep", "60").with("MPIEXEC_TIMEOUT", "1"))) {
      Result result = launch.run();
      assertThat(result.err()).isEqualTo("mpiexec: the job ran longer than 1 s\n");
      assertThat(result.code()).isEqualTo(124);
    }
  }

  @Test
  void theOptionWinsOverTheVariableOfTheTimeout() {
    Call launch = Call.mpiexec("-timeout", "30", "sleep", "1.2").with("MPIEXEC_TIMEOUT", "1");
    assertThat(launch.run().code()).isZero();
  }

  @Test
  void aProgramIsLookedForOnTheGivenPathFirst(@TempDir Path place) throws IOException {
    Scripts.shell(place.resolve("pwd"), "echo mine");
    Path other = Files.createDirectory(place.resolve("other"));
    assertThat(Call.mpiexec("-path", other + ":" + place, "pwd").run().lines())
        .containsExactly("mine");
  }

  @Test
  void aProgramOfTheWorkingDirectoryIsFoundWithoutADot(@TempDir Path place) throws IOException {
    Scripts.shell(place.resolve("here-it-is"), "echo found");
    assertThat(Launch.mpiexec("here-it-is").in(place).run().lines()).containsExactly("found");
    assertThat(Call.mpiexec("-wdir", place.toString(), "./here-it-is").run().lines())
        .containsExactly("found");
  }

  @Test
  void aConfigurationFileNamesProgramsLineByLine(@TempDir Path place) throws IOException {
    Path file =
        Files.writeString(
            place.resolve("job"),
            """
            # two programs
            -n 1 sh -c 'echo "first $PMI_RANK" $A'
            -n 2 -env A 'two words' \\
                 sh -c 'echo "second $PMI_RANK" $A' : echo third

            """);
    Result result = Call.mpiexec("-configfile", file.toString()).run();
    assertThat(result.sortedLines())
        .containsExactly("first 0", "second 1 two words", "second 2 two words", "third");
  }

  @Test
  void boundRanksUseOneCoreEach() {
    String allowed = "grep Cpus_allowed_list /proc/self/status";
    Result free = Call.shell(1, allowed).run();
    Result bound = Call.mpiexec("-bind-to", "core", "-n", "2", "sh", "-c", allowed).run();
    assertThat(bound.lines()).hasSize(2).allMatch(line -> !line.contains("-"));
    if (free.out().contains("-") || free.out().contains(",")) {
      assertThat(bound.lines()).doesNotHaveDuplicates();
    }
    assertThat(Call.mpiexec("-bind-to", "none", "sh", "-c", allowed).run().out())
        .isEqualTo(free.out());
  }

  /** A program in a file of its own. */
  private static String source(Path place, String text) throws IOException {
    return Files.writeString(place.resolve("Program.java"), text).toString();
  }

  /** Each of them may use one processor, but they do not share it. */
  @Test
  void boundRanksCountTheirCoresTogether(@TempDir Path place) throws IOException {
    String program =
        source(
            place,
            """
            import org.purempi.Mpi;
            import org.purempi.communicator.LiveCommunicator;
            void main(String[] args) {
              try (var mpi = Mpi.init(args)) {
                var world = (LiveCommunicator) mpi.world();
                IO.println(world.peers().engine().transport().cores());
              }
            }
            """);
    assertThat(Call.mpiexec("-bind-to", "user:0", "-n", "2", program).run().lines())
        .containsExactly("1", "1");
    assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "SKIPPED: one processor");
    assertThat(Call.mpiexec("-bind-to", "user:0,1", "-n", "2", program).run().lines())
        .containsExactly("2", "2");
  }

  @Test
  void bindingsAreReported(@TempDir Path machine) throws IOException {
    Path cpus = machine.resolve("sys/devices/system/cpu");
    Files.createDirectories(cpus);
    Files.writeString(cpus.resolve("online"), "0\n");
    Call launch =
        Call.mpiexec(
            "-bind-to",
            "hwthread",
            "-topology-root",
            machine.toString(),
            "-report-bindings",
            "true");
    assertThat(launch.run().err()).matches("mpiexec: rank 0 on \\S+ is bound to processors 0\n");
  }

  @Test
  void optionsOfOtherLaunchersAreUnderstoodOrChangeNothing() {
    Result result =
        Call.mpiexec(
                "--oversubscribe",
                "-c",
                "2",
                "--mca",
                "btl",
                "self",
                "--prtemca",
                "plm",
                "ssh",
                "--map-by",
                ":OVERSUBSCRIBE",
                "--display",
                "map",
                "--get-stack-traces",
                "-rmk",
                "slurm",
                "-x",
                "A=b",
                "--tag-output",
                "sh",
                "-c",
                "echo $A")
            .run();
    assertThat(result.sortedLines()).containsExactly("[0] b", "[1] b");
    assertThat(result.err()).matches("mpiexec: the ranks' hosts:\n  \\S+: ranks 0-1\n");
  }

  @Test
  void standardErrorJoinsStandardOutputAndNobodyReads(@TempDir Path place) throws IOException {
    Path input = Files.writeString(place.resolve("input"), "not for ranks\n");
    Result result =
        Call.mpiexec(
                "--merge-stderr-to-stdout",
                "--stdin",
                "none",
                "--output",
                "tag",
                "--report-pid",
                "-",
                "-n",
                "2",
                "sh",
                "-c",
                "echo out; echo err >&2; cat")
            .reading(input)
            .run();
    assertThat(result.lines().getFirst()).matches("[0-9]+");
    assertThat(result.lines().stream().skip(1).sorted())
        .containsExactly("[0] err", "[0] out", "[1] err", "[1] out");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
  }

  @Test
  void softCountsChooseTheLargestAcceptableOne() {
    assertThat(ranks("-n", "6", "-soft", "1:16:4")).isEqualTo(5);
    assertThat(ranks("-n", "4", "-soft", "2,3")).isEqualTo(3);
    assertThat(ranks("-soft", "1,3:2:-1")).isEqualTo(3);
  }

  private static int ranks(String... options) {
    var words = new java.util.ArrayList<>(List.of(options));
    words.addAll(List.of("echo", "x"));
    return Call.mpiexec(words.toArray(String[]::new)).run().lines().size();
  }

  @Test
  void thisHostAndItsArchitectureMayBeNamed() throws IOException {
    String name;
    try (var in = Files.newInputStream(Path.of("/proc/sys/kernel/hostname"))) {
      name = new String(in.readNBytes(256), StandardCharsets.UTF_8).strip();
    }
    for (String host : List.of("localhost", "127.0.0.1", name)) {
      assertThat(Call.mpiexec("-host", host, "echo", "x").run().code()).isZero();
    }
    assertThat(Call.mpiexec("-arch", System.getProperty("os.arch"), "true").run().code()).isZero();
  }

  @Test
  void thisHostByTwoNamesIsOneHost() {
    String ring = Launch.root().resolve("examples/Greetings.java").toString();
    assertThat(Call.mpiexec("-hosts", "localhost,127.0.0.1", "-n", "2", ring).run().lines())
        .containsExactly("Hello! Greetings from process 0 of 2!", "Greetings from process 1 of 2!");
    assertThat(
            Call.mpiexec("-n", "1", "-host", "localhost", ring, ":", "-n", "1", ring).run().code())
        .isZero();
  }

  @Test
  void aProgramWithHostsAndNoNumberGetsARankForEachSlot() {
    assertThat(ranks("-host", "localhost:3")).isEqualTo(3);
    assertThat(ranks("-host", "localhost")).isEqualTo(1);
    assertThat(ranks("-n", "2", "-host", "localhost:3")).isEqualTo(2);
  }

  @Test
  void whateverItsNameAVariableReachesTheRanks() {
    assertThat(Call.mpiexec("-env", "my.key", "1", "env").run().lines()).contains("my.key=1");
    Call function =
        Call.mpiexec("bash", "-c", "greet").with("BASH_FUNC_greet%%", "() { echo hi; }");
    assertThat(function.run().lines()).containsExactly("hi");
  }

  @Test
  void wordsKeepTheirLettersWhereNoLocaleIsSet(@TempDir Path place) throws IOException {
    String word = "Jos\u00e9";
    Path call = place.resolve("call");
    Files.writeString(
        call,
        """
        #!/bin/sh
        unset LC_ALL LC_CTYPE LANG
        NAME=%s exec %s sh -c 'echo $NAME %s ${LC_ALL-none}'
        """
            .formatted(word, Launch.root().resolve("bin/mpiexec"), word));
    assertThat(call.toFile().setExecutable(true)).isTrue();
    byte[] bytes = (word + " " + word + " none\n").getBytes(StandardCharsets.UTF_8);
    assertThat(Launch.mpiexec().calledAs(call).run().out().getBytes(StandardCharsets.ISO_8859_1))
        .isEqualTo(bytes);
  }

  @Test
  void optionsMayStandInAFile(@TempDir Path place) throws IOException {
    Path file = Files.writeString(place.resolve("more"), "# more\nn = 2\nwdir=" + place + "\n");
    assertThat(Call.mpiexec("-file", file.toString(), "pwd", "-P").run().lines())
        .containsExactly(place.toRealPath().toString(), place.toRealPath().toString());
  }

  @Test
  void theInitialErrorHandlerIsThatOfTheWorld(@TempDir Path place) throws IOException {
    String program =
        source(
            place,
            """
            import org.purempi.*;
            void main(String[] args) {
              try (var mpi = Mpi.init(args)) {
                try {
                  mpi.world().send(Buf.of(new byte[1]), 99, 0);
                } catch (MpiArgumentException e) {
                  IO.println("caught " + e.errorClass());
                }
              }
            }
            """);
    for (String handler : List.of("mpi_errors_are_fatal", "mpi_errors_abort")) {
      Result ended = Call.mpiexec("-initial-errhandler", handler, program).run();
      assertThat(ended.out()).isEmpty();
      assertThat(ended.code()).isNotZero();
      assertThat(ended.err()).contains("dest 99 is not a rank");
    }
    Result returned = Call.mpiexec("-initial-errhandler", "mpi_errors_return", program).run();
    assertThat(returned.lines()).containsExactly("caught RANK");
    assertThat(returned.code()).isZero();
  }

  @Test
  void everyProgramOfAJobHasItsNumberAndAllKnowTheirSpace(@TempDir Path place) throws IOException {
    String program =
        source(
            place,
            """
            import org.purempi.*;
            void main(String[] args) {
              try (var mpi = Mpi.init(args)) {
                Communicator world = mpi.world();
                IO.println(world.rank() + " is of program " + world.getAttr(Keyval.APPNUM)
                    + " among " + world.getAttr(Keyval.UNIVERSE_SIZE));
              }
            }
            """);
    Result result = Call.mpiexec("-n", "1", program, ":", "-n", "2", program).run();
    assertThat(result.sortedLines())
        .containsExactly(
            "0 is of program Optional[0] among Optional[3]",
            "1 is of program Optional[1] among Optional[3]",
            "2 is of program Optional[1] among Optional[3]");
  }

  @Test
  void verboseSaysWhatIsStarted() {
    Result result = Call.mpiexec("-verbose", "-n", "2", "echo", "x").run();
    assertThat(result.err())
        .contains("serving PMI-1 at 127.0.0.1:")
        .containsPattern("rank 1 is process \\d+: \\S*/echo x");
    assertThat(result.lines()).containsExactly("x", "x");
  }

  @Test
  void argumentsReachTheProgramAsTheyWereGiven() {
    Result result = Call.mpiexec("printf", "%s|", "two words", "", "$HOME", "-n", "*").run();
    assertThat(result.out()).isEqualTo("two words||$HOME|-n|*|");
  }

  @Test
  void variablesOfALauncherAboveDoNotReachTheRanks() {
    Call launch =
        Call.shell(1, "echo ${PMI_FD-none} ${OMPI_COMM_WORLD_SIZE-none}")
            .with("PMI_FD", "7")
            .with("OMPI_COMM_WORLD_SIZE", "4");
    assertThat(launch.run().lines()).containsExactly("none none");
  }
}
