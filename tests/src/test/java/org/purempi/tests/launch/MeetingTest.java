package org.purempi.tests.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.tests.Launcher;
import org.purempi.tests.launch.Launch.Result;

/** Jobs that know nothing of each other meet at a port. */
@Timeout(120)
class MeetingTest {
  private static final String PROGRAM = "org.purempi.tests.spawn.MeetingProgram";

  private static Launch job(int ranks, List<String> options, String... words) {
    var all = new ArrayList<>(List.of("-n", Integer.toString(ranks)));
    all.addAll(options);
    all.addAll(List.of("-cp", Launcher.classPath(), PROGRAM));
    all.addAll(List.of(words));
    return Launch.mpiexec(all.toArray(String[]::new));
  }

  private static List<Result> both(Launch one, Launch other) {
    var first = CompletableFuture.supplyAsync(one::run);
    Result second = other.run();
    return List.of(first.join(), second);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-Dpurempi.transport=tcp", "-Dpurempi.encrypt=true"})
  void theyTalkByMemoryOrByTcp(String setting, @TempDir Path place) {
    List<String> options = setting.isEmpty() ? List.of() : List.of(setting);
    String file = place.resolve("port").toString();
    List<Result> results = both(job(2, options, "accept", file), job(1, options, "connect", file));
    assertThat(results)
        .containsExactly(
            new Result(0, "first of 3 meets 1: 3\n", ""),
            new Result(0, "second of 3 meets 2: 3\n", ""));
  }

  @Test
  void threadsMeetProcesses(@TempDir Path place) {
    String file = place.resolve("port").toString();
    List<Result> results =
        both(job(2, List.of("-threads"), "accept", file), job(2, List.of(), "connect", file));
    assertThat(results)
        .containsExactly(
            new Result(0, "first of 4 meets 2: 4\n", ""),
            new Result(0, "second of 4 meets 2: 4\n", ""));
  }

  /** It calls an mpiexec of its own when it first spawns. */
  @Test
  void aProgramWithoutAnMpiexecSpawns(@TempDir Path place) {
    Result result =
        Launch.purempiJava("-cp", Launcher.classPath(), PROGRAM, "spawn", place.toString()).run();
    assertThat(result).isEqualTo(new Result(0, "spawned 3\n", ""));
  }

  @Test
  void whoMeetsSomebodyThatDiesIsTold(@TempDir Path place) {
    String file = place.resolve("port").toString();
    List<Result> results = both(job(1, List.of(), "mourn", file), job(1, List.of(), "die", file));
    assertThat(results.get(0)).isEqualTo(new Result(0, "PROC_ABORTED\n", ""));
    assertThat(results.get(1).code()).isEqualTo(9);
  }

  @Test
  void thirtyMeetingsLeaveNoFileOpen(@TempDir Path place) {
    String file = place.resolve("port").toString();
    List<Result> results =
        both(
            job(1, List.of(), "rounds", file, "30"),
            job(1, List.of(), "rounds-connect", file, "30"));
    List<String> open = results.get(1).lines();
    assertThat(results.get(0)).isEqualTo(new Result(0, "", ""));
    assertThat(open).hasSize(2);
    int before = Integer.parseInt(open.get(0).split(" ", -1)[1]);
    int after = Integer.parseInt(open.get(1).split(" ", -1)[1]);
    assertThat(after).isLessThanOrEqualTo(before + 3);
  }
}
