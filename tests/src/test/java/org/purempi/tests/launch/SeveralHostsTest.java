package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.launch.Launch.Result;

/**
 * Jobs on several hosts, each with a manager of its own that {@code -launcher fork} starts on this
 * machine; the script tests/hosts/run does the same over ssh on hosts that are apart.
 */
@Timeout(60)
class SeveralHostsTest {
  private static Launch onHosts(String hosts, String... more) {
    var words = new java.util.ArrayList<>(List.of("-launcher", "fork", "-hosts", hosts));
    words.addAll(List.of(more));
    return Launch.mpiexec(words.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource({"no", "yes"})
  void ranksOfAllHostsAreOneJob(String tree) {
    Result result =
        onHosts(
                "a:2,b:1,c",
                "-tree",
                tree,
                "-display-map",
                "-l",
                "-env",
                "TEXT",
                "two \"words\"\\",
                "sh",
                "-c",
                "echo $PMI_RANK/$PMI_SIZE $MPI_LOCALRANKID/$MPI_LOCALNRANKS $TEXT; echo e >&2")
            .run();
    assertThat(result.sortedLines())
        .containsExactly(
            "[0] 0/4 0/2 two \"words\"\\",
            "[1] 1/4 1/2 two \"words\"\\",
            "[2] 2/4 0/1 two \"words\"\\",
            "[3] 3/4 0/1 two \"words\"\\");
    assertThat(result.err().lines().filter(line -> line.endsWith("] e"))).hasSize(4);
    assertThat(result.err()).contains("a: ranks 0-1").contains("c: rank 3");
    assertThat(result.code()).isZero();
  }

  @Test
  void patternsNameTheLinesAndTheFiles(@TempDir Path place) throws IOException {
    String line = "echo hi; echo e >&2";
    Result result =
        onHosts(
                "a:2,b",
                "-n",
                "3",
                "-prepend-pattern",
                "%r|%p|%h%%: ",
                "-errfile-pattern",
                place + "/%h",
                "sh",
                "-c",
                line)
            .run();
    assertThat(result.sortedLines()).containsExactly("0|0|a%: hi", "1|0|a%: hi", "2|1|b%: hi");
    assertThat(Files.readAllLines(place.resolve("a")))
        .containsExactlyInAnyOrder("0|0|a%: e", "1|0|a%: e");
    assertThat(Files.readAllLines(place.resolve("b"))).containsExactly("2|1|b%: e");
    assertThat(result.err()).isEmpty();
  }

  @Test
  void inputReachesTheRankThatReadsAndOutputIsWhole(@TempDir Path place) throws IOException {
    String line = "x".repeat(99) + "\n";
    Path file = Files.writeString(place.resolve("in"), line.repeat(20_000));
    Result result = onHosts("a,b", "-s", "1", "-n", "2", "sh", "-c", "cat").reading(file).run();
    assertThat(result.out()).hasSize(2_000_000);
    assertThat(result.out().lines().allMatch(l -> l.length() == 99)).isTrue();
    assertThat(result.code()).isZero();
  }

  @Test
  void theFirstFailureEndsTheJobOnEveryHost(@TempDir Path place) throws IOException {
    Path mark = place.resolve("pids");
    String line =
        "echo $$ >>%s; [ $PMI_RANK = 2 ] && { %s; kill -9 $$; }; sleep 60"
            .formatted(mark, untilThere(mark, 4));
    Result result = onHosts("a,b", "-n", "4", "-exitcodes", "sh", "-c", line).run();
    assertThat(result.code()).isEqualTo(137);
    assertThat(result.err()).contains("mpiexec: rank 2 on a was killed by signal 9");
    assertGone(mark, 4);
  }

  @Test
  void aKilledManagerEndsTheJobAndLeavesNothing(@TempDir Path place) throws IOException {
    Path mark = place.resolve("pids");
    // The manager is the parent of the rank's process.
    String line =
        "echo $$ >>%s; [ $PMI_RANK = 1 ] && { %s; kill -9 $PPID; }; sleep 60"
            .formatted(mark, untilThere(mark, 2));
    Result result = onHosts("a,b", "-n", "2", "sh", "-c", line).run();
    assertThat(result.code()).isEqualTo(1);
    assertThat(result.err()).contains("mpiexec: the manager of host b is lost");
    assertGone(mark, 2);
  }

  /**
   * The manager is the parent of the rank's process; Slurm tells every process of a step to end.
   */
  @ParameterizedTest
  @ValueSource(strings = {"kill -9 $$", "kill $PPID; sleep 60", "kill -9 $PPID; sleep 60"})
  void ranksOfEveryHostSaveTheirStateBeforeTheEnd(String how, @TempDir Path place)
      throws IOException {
    Path mark = place.resolve("pids");
    String saves = "trap 'sleep 1; echo saved >%s/$PMI_RANK; exit 143' TERM".formatted(place);
    String line =
        "%s; echo $$ >>%s; [ $PMI_RANK = 1 ] && { %s; %s; }; while :; do sleep 0.1; done"
            .formatted(saves, mark, untilThere(mark, 3), how);
    Result result = onHosts("a,b,c", "-n", "3", "bash", "-c", line).run();
    assertThat(result.code()).isNotZero();
    assertGone(mark, 3);
    assertThat(place.resolve("0")).exists();
    assertThat(place.resolve("2")).exists();
    assertThat(Files.exists(place.resolve("1"))).isEqualTo(how.startsWith("kill $PPID"));
  }

  /** A shell waits until so many ranks have left their mark. */
  private static String untilThere(Path mark, int count) {
    return "until [ $(wc -l <%s) -ge %d ]; do sleep 0.05; done".formatted(mark, count);
  }

  private static void assertGone(Path mark, int count) throws IOException {
    List<Long> all = Files.readAllLines(mark).stream().map(Long::valueOf).toList();
    assertThat(all).hasSize(count);
    Processes.assertAllGone(all);
  }

  @Test
  void theDescriptorOfPmiIsOpenedOnTheRanksHost(@TempDir Path place) throws IOException {
    String line =
        """
        printf 'cmd=init pmi_version=1 pmi_subversion=1\\n' >&$PMI_FD
        read -r line <&$PMI_FD
        echo "$line ${PMI_PORT-none} ${PMI_ID-none}"; cat
        printf 'cmd=finalize\\n' >&$PMI_FD
        read -r line <&$PMI_FD
        """;
    Path file = Files.writeString(place.resolve("in"), "input\n");
    Result result = onHosts("a,b", "-pmi-fd", "-n", "2", "bash", "-c", line).reading(file).run();
    String answer = "cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0 none none";
    assertThat(result.sortedLines()).containsExactly(answer, answer, "input");
    assertThat(result.code()).isZero();
  }

  @Test
  void ranksSpawnWhereverTheyAre() {
    String program =
        """
        exec 8<>/dev/tcp/${PMI_PORT%:*}/${PMI_PORT#*:}
        printf 'cmd=initack pmiid=%s\ncmd=init pmi_version=1 pmi_subversion=1\n' $PMI_ID >&8
        for i in 1 2 3 4 5; do read -r line <&8; done
        printf 'mcmd=spawn\nnprocs=2\nexecname=sh\ntotspawns=1\nspawnssofar=1\n' >&8
        printf 'arg1=-c\narg2=echo "I am $PMI_RANK of $PMI_SIZE, $0, $PMI_SPAWNED"\n' >&8
        printf 'arg3=a  b\nargcnt=3\npreput_num=0\ninfo_num=0\nendcmd\n' >&8
        read -r line <&8
        echo "${line%% kvsname*}"
        printf 'cmd=finalize\n' >&8
        read -r line <&8
        """;
    for (Launch job :
        List.of(
            Launch.mpiexec("bash", "-c", program),
            onHosts("a", "-n", "1", "bash", "-c", program))) {
      Result result = job.run();
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .containsExactly(
              "I am 0 of 2, a  b, 1", "I am 1 of 2, a  b, 1", "cmd=spawn_result rc=0 errcodes=0,0");
      assertThat(result.code()).isZero();
    }
  }

  /** What Slurm's srun does, on this machine: all programs get its standard input. */
  private static Launch bySlurm(Path place, String change) throws IOException {
    Path srun = place.resolve("srun");
    Files.writeString(
        srun,
        """
        #!/bin/bash
        while [[ $1 == --* ]]; do
          case $1 in --nodelist=*) hosts=${1#*=} ;; esac
          shift
        done
        echo called >>%s/calls
        input=$(%s)
        for host in ${hosts//,/ }; do SLURMD_NODENAME=$host "$@" <<<"$input" & pids+=($!); done
        for pid in "${pids[@]}"; do wait $pid || code=$?; done
        exit ${code-0}
        """
            .formatted(place, change));
    assertThat(srun.toFile().setExecutable(true)).isTrue();
    String[] words = {"-launcher", "slurm", "-launcher-exec", srun.toString(), "-iface", "lo"};
    var all = new java.util.ArrayList<>(List.of(words));
    all.addAll(
        List.of("-hosts", "a,b,c", "-n", "4", "sh", "-c", "echo $PMI_RANK $MPI_LOCALRANKID"));
    return Launch.mpiexec(all.toArray(String[]::new));
  }

  @Test
  void oneSrunStartsAllManagersAndTheyCallBack(@TempDir Path place) throws IOException {
    Result result = bySlurm(place, "cat").run();
    assertThat(result.sortedLines()).containsExactly("0 0", "1 0", "2 0", "3 1");
    assertThat(result.err()).isEmpty();
    assertThat(result.code()).isZero();
    assertThat(place.resolve("calls")).hasContent("called");
  }

  @Test
  void whoCallsBackWithAnotherKeyIsNotLetIn(@TempDir Path place) throws IOException {
    Result result = bySlurm(place, "sed 's/^......../00000000/'").run();
    assertThat(result.err())
        .matches(
            "mpiexec: cannot run the job: host [abc]: its manager did not start: \\S+ exited with"
                + " code 1: smpd: mpiexec at 127.0.0.1:\\d+: wrong passphrase\n");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  void aHostThatCannotBeReachedIsNamedWithTheLaunchersLastWords() {
    Result result =
        Launch.mpiexec(
                "-launcher-exec",
                "sh -c 'echo no route to $0 >&2; exit 255'",
                "-hosts",
                "moon",
                "true")
            .run();
    assertThat(result.err())
        .isEqualTo(
            "mpiexec: cannot run the job: host moon: its manager did not start: sh exited with"
                + " code 255: no route to moon\n");
    assertThat(result.code()).isEqualTo(1);
  }

  @Test
  @Tag("full")
  void aHostThatTakesLongToStartDoesNotCostTheOthersTheirPatience() {
    Result result =
        Launch.mpiexec(
                "-launcher-exec",
                "sh -c 'test $0 = b && sleep 17; exec sh -c \"$*\"'",
                "-hosts",
                "a,b",
                "-n",
                "2",
                "sh",
                "-c",
                "echo $PMI_RANK")
            .within(Duration.ofSeconds(55))
            .run();
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0", "1");
    assertThat(result.code()).isZero();
  }

  @Test
  void aHostThatDoesNotAnswerIsGivenUp() {
    Result result =
        Launch.mpiexec(
                "-launcher-exec",
                "sh -c 'sleep 60'",
                "-launch-timeout",
                "1",
                "-hosts",
                "moon",
                "true")
            .run();
    assertThat(result.err()).contains("host moon: its manager did not start within 1 s");
    assertThat(result.code()).isEqualTo(1);
  }
}
