package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.tests.launch.Launch.Result;

/** Merged, in files, in colour; and what each JVM gets of its host. */
@Timeout(60)
class WhereOutputGoesTest {
  @Test
  void equalLinesAreMergedAndEachRanksOrderIsKept() {
    Result result =
        Call.mpiexec(
                "-merge",
                "-n",
                "4",
                "sh",
                "-c",
                "echo same; echo $PMI_RANK; [ $PMI_RANK = 3 ] || echo three of us; echo end")
            .run();
    assertThat(result.lines())
        .containsExactlyInAnyOrder(
            "[0-3] same", "[0] 0", "[1] 1", "[2] 2", "[3] 3", "[0-2] three of us", "[0-3] end");
    assertThat(result.lines()).startsWith("[0-3] same").endsWith("[0-3] end");
    assertThat(result.lines().indexOf("[0-2] three of us"))
        .isGreaterThan(result.lines().indexOf("[2] 2"));
    assertThat(result.err()).isEmpty();
  }

  @Test
  void aLineThatOthersDoNotWriteAppearsWhileTheJobRuns() {
    var job =
        Launch.mpiexec("-merge", "-n", "2", "sh", "-c", "[ $PMI_RANK = 1 ] && echo alone; sleep 5")
            .start();
    assertThat(job.awaitOut("\\[1\\] alone\n")).isEqualTo("[1] alone\n");
    assertThat(job.process().isAlive()).isTrue();
    job.process().destroy();
    job.await();
  }

  @Test
  void outputAndErrorsOfEachRankGoIntoFiles(@TempDir Path folder) throws Exception {
    Path place = folder.resolve("new/place");
    Result result =
        Call.mpiexec(
                "-output-dir",
                place.toString(),
                "-n",
                "2",
                "sh",
                "-c",
                "echo out $PMI_RANK; echo err $PMI_RANK >&2; printf open")
            .run();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEmpty();
    assertThat(Files.readString(place.resolve("rank-1.out"))).isEqualTo("out 1\nopen");
    assertThat(Files.readString(place.resolve("rank-0.err"))).isEqualTo("err 0\n");
  }

  @Test
  void theLastWordsAreInTheFileEvenIfAProcessLeftBehindHoldsTheStream(@TempDir Path folder)
      throws Exception {
    Call.mpiexec(
            "-output-dir", folder.toString(), "-n", "1", "sh", "-c", "sleep 1000 & printf result")
        .run();
    assertThat(Files.readString(folder.resolve("rank-0.out"))).isEqualTo("result");
  }

  @Test
  void aFolderThatCannotBeMadeIsAnError(@TempDir Path folder) throws Exception {
    Path file = Files.writeString(folder.resolve("file"), "");
    Result result = Call.mpiexec("-output-dir", file + "/x", "echo").run();
    assertThat(result.err()).startsWith("mpiexec: -output-dir " + file + "/x: cannot be written");
    assertThat(result.code()).isEqualTo(2);
  }

  @Test
  void labelsOnATerminalHaveColoursUnlessTheUserWantsNone(@TempDir Path folder) throws Exception {
    String mpiexec = Launch.root().resolve("bin/mpiexec") + " -l -n 1 echo x";
    assertThat(onTerminal(mpiexec, folder)).contains("\u001b[36m[0]\u001b[0m x");
    assertThat(onTerminal("NO_COLOR=1 " + mpiexec, folder))
        .contains("[0] x")
        .doesNotContain("\u001b");
  }

  private static String onTerminal(String line, Path folder) throws Exception {
    Path log = folder.resolve("log");
    var builder = new ProcessBuilder("script", "-qec", line, log.toString());
    builder.environment().put("PUREMPI_NO_BUILD", "1");
    builder.environment().remove("NO_COLOR");
    Process terminal = builder.redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    terminal.getOutputStream().close();
    assertThat(terminal.waitFor()).isZero();
    return Files.readString(log);
  }

  @Test
  void eachJvmGetsAShareOfTheMemoryAndTheUsersFlagWins(@TempDir Path folder) throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Heap.java"),
            "void main() { IO.println(Runtime.getRuntime().maxMemory() >> 20); }");
    String all = Call.mpiexec("-n", "1", source.toString()).run().lines().getFirst();
    String third = Call.mpiexec("-n", "3", source.toString()).run().lines().getFirst();
    assertThat(Double.parseDouble(third))
        .isBetween(Double.parseDouble(all) / 3 * 0.9 - 8, Double.parseDouble(all) / 3 * 1.1 + 8);
    assertThat(Call.mpiexec("-n", "2", "-Xmx99m", source.toString()).run().lines().getFirst())
        .matches("9\\d");
  }
}
