package org.purempi.tests.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** Processes that are killed, and what others see of it. */
@Timeout(120)
class ProcessFailureTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int KILLED = 128 + 9;

  /** Of the moments of a job; a machine that starts JVMs at the same time is late with others. */
  private static final long SECOND_MICROS = 1_000_000;

  private static Outcome run(int ranks, String options, String... program) throws Exception {
    var words = new ArrayList<>(List.of("-enable-recovery", "-XX:TieredStopAtLevel=1"));
    Pattern.compile(" ").splitAsStream(options).filter(word -> !word.isEmpty()).forEach(words::add);
    return Launcher.run(LIMIT, ranks, words, List.of(program));
  }

  private static void assertSurvived(Outcome outcome, int kills, int left) {
    assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
    List<String> lines = outcome.out().lines().filter(line -> line.startsWith("kill ")).toList();
    assertThat(lines).as(outcome.toString()).hasSize(kills);
    assertThat(outcome.out().lines().filter("done"::equals)).hasSize(left);
    assertThat(lines.stream().mapToLong(ProcessFailureTest::bestDetection).min().orElseThrow())
        .as(outcome.toString())
        .isBetween(0L, SECOND_MICROS);
  }

  /** The last rank's that has noticed a kill. */
  private static long bestDetection(String line) {
    String numbers = line.replaceFirst(".*detected (.*) recovered.*", "$1");
    return Pattern.compile(" ")
        .splitAsStream(numbers)
        .mapToLong(Long::parseLong)
        .max()
        .orElseThrow();
  }

  /** Each activity loses a rank, in each way in which messages travel. */
  @ParameterizedTest
  @CsvSource({
    "'', SHORT_MESSAGES LONG_ALLREDUCE AGREE SHRINK",
    "'', LONG_MESSAGES SHORT_ALLREDUCE BCAST ANY_SOURCE",
    "'', BARRIER ALLTOALL IALLREDUCE DUP",
    "-Dpurempi.transport=tcp, LONG_MESSAGES BCAST AGREE SHORT_ALLREDUCE",
    "-Dpurempi.transport=tcp, SHORT_MESSAGES LONG_ALLREDUCE SHRINK ALLTOALL",
    "'-Dpurempi.hosts.of.ranks=a,a,b,b,b', SHORT_ALLREDUCE LONG_MESSAGES SHRINK AGREE",
    "'-Dpurempi.hosts.of.ranks=a,a,b,b,b', LONG_ALLREDUCE SHORT_MESSAGES DUP BARRIER"
  })
  void theOthersGoOnWithoutARankThatIsKilled(String options, String activities) throws Exception {
    String[] program = (KillProgram.class.getName() + " 7 0 ranks " + activities).split(" ", -1);
    assertSurvived(run(5, options, program), 4, 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-Dpurempi.transport=tcp"})
  void twoAreKilledAtOnce(String options) throws Exception {
    Outcome outcome =
        run(5, options, KillProgram.class.getName(), "3", "1", "ranks", "LONG_ALLREDUCE", "AGREE");
    assertSurvived(outcome, 2, 1);
    assertThat(outcome.out()).contains("kill LONG_ALLREDUCE 2 of 5");
  }

  @Test
  void aHostIsLostWithItsManager() throws Exception {
    Outcome outcome =
        run(
            4,
            "-launcher fork -hosts a:2,b:2",
            KillProgram.class.getName(),
            "5",
            "0",
            "hosts",
            "LONG_MESSAGES");
    assertSurvived(outcome, 1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"SHORT_ALLREDUCE", "AGREE"})
  void aRankThatIsStoppedHasNotFailed(String activity) throws Exception {
    for (String options : List.of("", "-Dpurempi.transport=tcp")) {
      Outcome outcome = run(3, options, StopProgram.class.getName(), activity);
      assertThat(outcome.exitCode()).as(outcome.toString()).isZero();
      assertThat(outcome.out()).isEqualTo("done\n".repeat(3));
      assertThat(outcome.err()).isEmpty();
    }
  }

  @Test
  void nobodyStaysWhenMpiexecIsKilled() throws Exception {
    Outcome outcome =
        run(3, "", KillProgram.class.getName(), "9", "0", "launcher", "LONG_ALLREDUCE");
    assertThat(outcome.exitCode()).as(outcome.toString()).isEqualTo(KILLED);
    assertThat(outcome.out()).doesNotContain("done");
    LongStream ranks =
        Pattern.compile("pid (\\d+)")
            .matcher(outcome.out())
            .results()
            .mapToLong(match -> Long.parseLong(match.group(1)));
    assertThat(Campaign.awaitEnds(ranks.boxed().toList())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"now", "later"})
  void thoseThatAreKilledAreReplaced(String how, @TempDir Path folder) throws Exception {
    Outcome outcome = run(3, "", RepairProgram.class.getName(), "2", "2", folder.toString(), how);
    assertSurvived(outcome, 2, 3);
  }

  /** Also if nobody is left of the ranks that mpiexec has started. */
  @Test
  void theJobHasEndedWellIfItsLastRanksHave(@TempDir Path folder) throws Exception {
    Outcome outcome = run(2, "", RepairProgram.class.getName(), "1", "4", folder.toString(), "now");
    assertSurvived(outcome, 4, 2);
  }
}
