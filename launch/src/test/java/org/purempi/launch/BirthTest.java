package org.purempi.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.purempi.launch.program.AppContext;
import org.purempi.launch.site.Event;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/** Who asks for processes is answered once, when it is known of each whether it runs. */
class BirthTest {
  private final List<SpawnResult> answers = new ArrayList<>();

  /** Two programs: of the first two of three processes are started, of the second two. */
  private Birth birth() {
    List<SpawnProgram> asked =
        List.of(
            new SpawnProgram("a", List.of(), 3, Map.of()),
            new SpawnProgram("b", List.of(), 2, Map.of()));
    return new Birth("space", List.of(app(2), app(2)), asked, answers::add);
  }

  private static AppContext app(int count) {
    return new AppContext(
        count, "a", false, List.of(), List.of(), null, null, List.of(), Path.of("/"), Map.of());
  }

  private static Event started(int rank) {
    return new Event.Started(rank, 4711, "");
  }

  @Test
  void allProcessesRun() {
    Birth birth = birth();
    for (int rank = 0; rank < 4; rank++) {
      assertThat(answers).isEmpty();
      birth.take(started(rank));
    }
    birth.end();
    assertThat(birth.hasFailed()).isFalse();
    assertThat(answers)
        .containsExactly(new SpawnResult(List.of(0, 0, SpawnResult.FAILED, 0, 0), "space", ""));
  }

  @Test
  void halfOfTheProcessesCannotBeStarted() {
    Birth birth = birth();
    birth.take(started(0));
    birth.take(new Event.NotStarted(3, "no memory"));
    assertThat(birth.hasFailed()).isTrue();
    birth.take(new Event.NotStarted(1, "no more memory"));
    assertThat(answers).isEmpty();
    birth.take(started(2));
    assertThat(answers)
        .containsExactly(new SpawnResult(List.of(0, -1, -1, 0, -1), null, "rank 3: no memory"));
  }

  @Test
  void aHostIsLostMeanwhile() {
    Birth birth = birth();
    birth.take(started(0));
    birth.take(new Event.Lost(1, "the manager of b is gone"));
    birth.end();
    assertThat(birth.hasFailed()).isTrue();
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().message()).isEqualTo("the manager of b is gone");
    assertThat(answers.getFirst().isStarted()).isFalse();
  }

  @Test
  void theWorldIsEndedBeforeItHasBegun() {
    Birth birth = birth();
    birth.take(started(0));
    birth.end();
    birth.take(started(1));
    assertThat(answers).hasSize(1);
    assertThat(answers.getFirst().message()).contains("before all of them had been started");
  }
}
