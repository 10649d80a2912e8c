package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;
import org.purempi.tests.launch.Launch.Running;

/** What ranks write arrives complete and in whole lines; what they read comes from mpiexec. */
@Timeout(60)
class OutputTest {
  private static final int RANKS = 4;
  private static final long NEVER = Long.MAX_VALUE;

  /** Writes in pieces that end anywhere, as C programs do whose output is no terminal. */
  private static final String MANY_LINES =
      "i=0; while [ $i -lt 2000 ]; do printf \"$PMI_RANK:$i:\"; printf 'xxxxxxxxxx%s\\n' end;"
          + " i=$((i+1)); done";

  @Test
  void linesOfSeveralRanksAreNeverTorn() {
    Result result = Call.shell(RANKS, MANY_LINES).run();
    assertThat(result.lines()).hasSize(RANKS * 2000).allMatch(l -> l.matches("\\d:\\d+:x{10}end"));
    for (int rank = 0; rank < RANKS; rank++) {
      String prefix = rank + ":";
      List<String> its = result.lines().stream().filter(l -> l.startsWith(prefix)).toList();
      for (int i = 0; i < its.size(); i++) {
        assertThat(its.get(i)).as("the order of one rank's lines").startsWith(prefix + i + ":");
      }
    }
  }

  @Test
  void labelledLinesAreNeverTornEither() {
    Result result = Call.mpiexec("-l", "-n", "3", "sh", "-c", MANY_LINES).run();
    assertThat(result.lines())
        .hasSize(3 * 2000)
        .allMatch(l -> l.matches("\\[(\\d)\\] \\1:\\d+:x{10}end"));
  }

  @Test
  void largeOutputsArriveComplete(@TempDir Path place) throws IOException {
    Path data = place.resolve("data");
    String line = "0123456789abcdef".repeat(4) + "\n";
    Files.writeString(data, line.repeat(100_000));
    Result result = Call.mpiexec("-n", "3", "cat", data.toString()).run();
    assertThat(result.out()).hasSize(3 * 100_000 * line.length());
    assertThat(result.lines().stream().distinct()).containsExactly(line.strip());
  }

  @Test
  void aLineLongerThanAnyBufferStaysWhole() {
    String line = "head -c 300000 /dev/zero | tr '\\0' $PMI_RANK; echo";
    Result result = Call.shell(2, line).run();
    assertThat(result.sortedLines()).containsExactly("0".repeat(300_000), "1".repeat(300_000));
  }

  @Test
  void whatEndsWithoutANewlineIsPassedOnAsItIs() {
    assertThat(Call.mpiexec("printf", "no newline").run().out()).isEqualTo("no newline");
    assertThat(Call.mpiexec("-l", "printf", "no newline").run().out())
        .isEqualTo("[0] no newline\n");
  }

  @Test
  void bytesThatAreNoTextPassUnchanged() {
    String all = Call.mpiexec("printf", "\\000\\200\\377\\n").run().out();
    assertThat(all.chars().boxed().collect(Collectors.toList())).containsExactly(0, 128, 255, 10);
  }

  @Test
  void lastWordsBeforeTheEndAreNotLost() {
    for (int i = 0; i < 5; i++) {
      Result result = Call.shell(RANKS, "echo last $PMI_RANK; echo err $PMI_RANK >&2").run();
      assertThat(result.sortedLines()).containsExactly("last 0", "last 1", "last 2", "last 3");
      assertThat(result.err().lines()).hasSize(RANKS);
    }
  }

  @Test
  void aReaderThatGoesAwayEndsTheJob(@TempDir Path place) throws IOException {
    String call = Launch.root() + "/bin/mpiexec -n 2 sh -c 'while :; do echo x; done' | head -1";
    Path script = Scripts.shell(place.resolve("call"), call);
    Running pipe = Launch.mpiexec().calledAs(script).start();
    Result result = pipe.await();
    assertThat(result.out()).isEqualTo("x\n");
    assertThat(result.err()).contains("standard output cannot be written any more");
  }

  @Test
  void aFullDiskEndsTheJobWithItsReason(@TempDir Path place) throws IOException {
    String call = Launch.root() + "/bin/mpiexec -n 2 sh -c 'echo x; sleep 60' >/dev/full";
    Result result = Launch.mpiexec().calledAs(Scripts.shell(place.resolve("call"), call)).run();
    assertThat(result.err())
        .contains("standard output cannot be written any more: No space left on device");
    assertThat(result.code()).isNotZero();
  }

  @Test
  void outputThatIsLostAfterTheLastRanksEndIsNoSuccess(@TempDir Path place) throws IOException {
    String call = Launch.root() + "/bin/mpiexec -n 1 seq 1 20000 | sleep 2; exit ${PIPESTATUS[0]}";
    Path script = place.resolve("call");
    Files.writeString(Scripts.shell(script, ""), "#!/bin/bash\n" + call + "\n");
    Result result = Launch.mpiexec().calledAs(script).run();
    assertThat(result.err())
        .isEqualTo("mpiexec: standard output cannot be written any more: Broken pipe\n");
    assertThat(result.code()).isEqualTo(141);
  }

  @Test
  void aFullDiskUnderTheRanksFilesIsNoSuccess(@TempDir Path place) throws IOException {
    Path full = Path.of("/dev/full");
    for (String end : List.of("", "; sleep 60")) {
      Files.deleteIfExists(place.resolve("rank-1.out"));
      Files.createSymbolicLink(place.resolve("rank-1.out"), full);
      String[][] options = {{"-output-dir", place + ""}, {"-outfile-pattern", full + ""}};
      for (String[] one : options) {
        Result result = Call.mpiexec(one[0], one[1], "-n", "2", "sh", "-c", "echo x" + end).run();
        assertThat(result.err())
            .isEqualTo(
                "mpiexec: %s: a file cannot be written any more: No space left on device\n",
                one[0]);
        assertThat(result.code()).isEqualTo(141);
      }
    }
  }

  @Test
  void whereStandardInputIsClosedARankReadsNothing(@TempDir Path place) throws IOException {
    String call = Launch.root() + "/bin/mpiexec -n 1 wc -c <&-";
    Path script = Scripts.shell(place.resolve("call"), call);
    assertThat(Launch.mpiexec().calledAs(script).run()).isEqualTo(new Result(0, "0\n", ""));
    Scripts.shell(script, Launch.root() + "/bin/mpiexec -n 1 sh -c 'echo x; echo y >&2' >&-");
    assertThat(Launch.mpiexec().calledAs(script).run()).isEqualTo(new Result(0, "", "y\n"));
  }

  @Test
  void standardInputGoesToRankZeroAndTheOthersSeeItsEnd(@TempDir Path place) throws IOException {
    Path input = Files.writeString(place.resolve("input"), "one\ntwo\n");
    String count = "echo $PMI_RANK read $(wc -c)";
    assertThat(Call.shell(3, count).reading(input).run().sortedLines())
        .containsExactly("0 read 8", "1 read 0", "2 read 0");
    assertThat(
            Call.mpiexec("-s", "1", "-n", "2", "sh", "-c", count)
                .reading(input)
                .run()
                .sortedLines())
        .containsExactly("0 read 0", "1 read 8");
    assertThat(
            Call.mpiexec("-s", "all", "-n", "2", "sh", "-c", count)
                .reading(input)
                .run()
                .sortedLines())
        .containsExactly("0 read 8", "1 read 8");
  }

  /** A JVM waits 0.3 s at its end for a thread that is reading. */
  @Test
  void anInputThatStaysOpenDoesNotHoldUpTheEnd(@TempDir Path place) {
    String open = "[ -p input ] || mkfifo input; exec \"$@\" <>input";
    long empty = NEVER;
    long waiting = NEVER;
    for (int i = 0; i < 10 && !isSoon(waiting, empty); i++) {
      empty = Math.min(empty, millis(Launch.shell(1, "true")));
      waiting =
          Math.min(waiting, millis(Launch.shell(1, "true").in(place).by("sh", "-c", open, "sh")));
    }
    assertThat(isSoon(waiting, empty)).as("%d ms, not %d", waiting, empty).isTrue();
  }

  /** Whether an end comes no later than another one; a JVM that waits for a reader takes 300 ms. */
  private static boolean isSoon(long millis, long other) {
    return millis - other < 200 && other < NEVER;
  }

  private static long millis(Launch launch) {
    long start = System.nanoTime();
    assertThat(launch.run().code()).isZero();
    return (System.nanoTime() - start) / 1_000_000;
  }

  @Test
  void aLargeInputPassesThrough(@TempDir Path place) throws IOException {
    Path input = place.resolve("input");
    Files.write(input, new byte[5_000_000]);
    assertThat(Call.shell(2, "wc -c").reading(input).run().sortedLines())
        .containsExactly("0", "5000000");
  }

  @Test
  void aReaderThatWaitsForAnotherDoesNotKeepItFromReading(@TempDir Path place) throws IOException {
    Path input = place.resolve("input");
    Files.write(input, new byte[3_000_000]);
    String waits =
        "if [ $PMI_RANK = 0 ]; then while [ ! -e done ]; do sleep .1; done; fi; wc -c; touch done";
    Call launch =
        Call.mpiexec("-wdir", place.toString(), "-s", "all", "-n", "2", "sh", "-c", waits);
    assertThat(launch.reading(input).run().lines()).containsExactly("3000000", "3000000");
  }

  @Test
  void aRankThatDoesNotReadItsInputHoldsNothingUp(@TempDir Path place) throws IOException {
    Path input = place.resolve("input");
    Files.write(input, new byte[5_000_000]);
    Result result = Call.shell(2, "echo done").reading(input).run();
    assertThat(result.lines()).containsExactly("done", "done");
    assertThat(result.code()).isZero();
  }
}
