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
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/** With {@code -enable-recovery} a rank that dies ends nobody else. */
@Timeout(60)
class RecoveryTest {
  private static final String KILL_ONE =
      "[ $PMI_RANK = 1 ] && kill -9 $$; sleep 1; echo $PMI_RANK $PUREMPI_RECOVERY";

  /** What a rank says that is in MPI; the lines of the server are read as they come. */
  private static final String IN_MPI =
      """
      exec 3<>/dev/tcp/${PMI_PORT%%:*}/${PMI_PORT##*:}
      say() { echo cmd="$*" >&3; }
      hear() { while read -r line <&3 && [[ $line != cmd=$1* ]]; do :; done; }
      say initack pmiid=$PMI_ID key=$PUREMPI_PMI_KEY
      say init pmi_version=1 pmi_subversion=1 reports=1
      hear response_to_init
      %s
      say finalize
      hear finalize_ack
      """;

  private static Call bash(int ranks, String line, String... options) {
    var words = new ArrayList<>(List.of(options));
    words.addAll(List.of("-n", "" + ranks, "bash", "-c", IN_MPI.formatted(line)));
    return Call.mpiexec(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(strings = {"-enable-recovery", "-disable-auto-cleanup", "--with-ft=ulfm"})
  void aRankThatIsKilledEndsNobodyElse(String option) {
    Result result = Call.mpiexec(option, "-n", "4", "sh", "-c", KILL_ONE).run();
    assertThat(result.sortedLines()).containsExactly("0 1", "2 1", "3 1");
    assertThat(result.err())
        .matches("mpiexec: rank 1 on \\S+ was killed by signal 9 \\(SIGKILL\\); the job goes on\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void aVariableAsksForItAsWell() {
    for (String value : List.of("true", "false")) {
      Result result = Call.shell(2, KILL_ONE).with("PUREMPI_RECOVERY", value).run();
      assertThat(result.code()).as(value).isEqualTo(value.equals("true") ? 0 : 128 + 9);
    }
    Result result = Call.shell(2, KILL_ONE).with("PUREMPI_RECOVERY", "perhaps").run();
    assertThat(result.err()).startsWith("mpiexec: PUREMPI_RECOVERY=perhaps: must be ");
    assertThat(result.code()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-disable-recovery", "--with-ft=none"})
  void withoutTheOptionItEndsTheJob(String option) {
    Result result = Call.mpiexec(option, "-n", "4", "sh", "-c", KILL_ONE).run();
    assertThat(result.out()).isEmpty();
    assertThat(result.code()).isEqualTo(128 + 9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-localonly", "-launcher=fork"})
  void ranksInMpiAreToldAndTheirBarriersEnd(String launcher) {
    String line =
        "[ $PMI_RANK = 1 ] && kill -9 $$; [ $PMI_RANK = 2 ] && exit 0;"
            + " hear rank_failed; echo $line; hear rank_failed; say barrier_in; hear barrier_out";
    Result result = bash(4, line, launcher, "-hosts", "a:2,b:2", "-enable-recovery").run();
    assertThat(result.lines())
        .hasSize(2)
        .allMatch(text -> text.startsWith("cmd=rank_failed ranks="));
    assertThat(result.err().lines().sorted().toList())
        .hasSize(2)
        .first()
        .asString()
        .matches("mpiexec: rank 1 on \\S+ was killed by signal 9 \\(SIGKILL\\); the job goes on");
    assertThat(result.err())
        .contains("exited with code 0 without calling finalize; the job goes on");
    assertThat(result.code()).isZero();
  }

  @Test
  void whoBeginsMpiAfterwardsIsToldAsWell(@TempDir Path place) {
    Path begun = place.resolve("begun");
    String line =
        """
        [ $PMI_RANK = 0 ] || until [ -e %1$s ]; do sleep 0.05; done
        """
            .formatted(begun);
    String rank =
        line
            + IN_MPI.formatted(
                "[ $PMI_RANK = 0 ] && { touch %s; exit 3; }; hear rank_failed; echo $line"
                    .formatted(begun));
    Result result = Call.mpiexec("-enable-recovery", "-n", "2", "bash", "-c", rank).run();
    assertThat(result.out())
        .matches("cmd=rank_failed ranks=0 message=rank 0 on \\S+ exited with code 3\n");
    assertThat(result.code()).isZero();
  }

  @Test
  void theRanksOfALostHostAreLostAndNoOthers(@TempDir Path place) throws IOException {
    Path mark = Files.createFile(place.resolve("pids"));
    // The manager is the parent of the rank's process.
    String line =
        "echo $$ >>%s; [ $PMI_RANK = 1 ] && kill -9 $PPID; sleep 1; echo over".formatted(mark);
    Result result =
        Call.mpiexec("-enable-recovery", "-launcher", "fork", "-hosts", "a,b", "sh", "-c", line)
            .run();
    assertThat(result.out()).isEqualTo("over\n");
    assertThat(result.err())
        .startsWith("mpiexec: the manager of host b is lost: ")
        .endsWith(", and with it rank 1; the job goes on\n");
    assertThat(result.code()).isZero();
    Processes.assertAllGone(Processes.numbers(Files.readString(mark)));
  }

  @Test
  void anAbortEndsTheJob() {
    Result result =
        bash(3, "[ $PMI_RANK = 1 ] && say abort exitcode=7; sleep 60", "-enable-recovery").run();
    assertThat(result.err()).contains("called abort with code 7; the other 2 ranks were ended");
    assertThat(result.code()).isEqualTo(7);
  }

  @Test
  void daemonsThatKnowNoRecoveryAreNamed() {
    Result result =
        Call.mpiexec(
                "-enable-recovery",
                "-smpd1-compat",
                "-phrase",
                "x",
                "-hosts",
                "a",
                "-n",
                "1",
                "true")
            .run();
    assertThat(result.err())
        .isEqualTo(
            "mpiexec: -enable-recovery: daemons of MPICH 3.0's kind end a job with its first rank"
                + " that fails\n");
    assertThat(result.code()).isEqualTo(2);
  }
}
