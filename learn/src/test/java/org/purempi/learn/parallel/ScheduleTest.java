package org.purempi.learn.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Schedules of all kinds and many sizes, without ranks. */
@Timeout(120)
class ScheduleTest {
  private static List<Schedule> all() {
    List<Schedule> all = new ArrayList<>();
    for (int ranks = 1; ranks <= 6; ranks++) {
      for (int microBatches = 1; microBatches <= 12; microBatches++) {
        all.add(Schedule.gpipe(ranks, microBatches));
        all.add(Schedule.oneForwardOneBackward(ranks, microBatches));
        for (int chunks = 1; chunks <= 4 && microBatches % ranks == 0; chunks++) {
          all.add(Schedule.interleaved(ranks, chunks, microBatches));
        }
      }
    }
    return all;
  }

  @Test
  void everyMicroBatchGoesThroughEveryChunkForwardThenBackward() {
    for (Schedule schedule : all()) {
      for (List<Schedule.Step> steps : schedule.steps()) {
        assertThat(new HashSet<>(steps))
            .as("%s", schedule)
            .hasSameSizeAs(steps)
            .hasSize(2 * schedule.chunks() * schedule.microBatches());
        for (Schedule.Step step : steps) {
          assertThat(step.chunk()).isBetween(0, schedule.chunks() - 1);
          assertThat(step.microBatch()).isBetween(0, schedule.microBatches() - 1);
          var back = new Schedule.Step(false, step.chunk(), step.microBatch());
          assertThat(steps.indexOf(back))
              .as("%s: %s", schedule, step)
              .isGreaterThanOrEqualTo(steps.indexOf(step));
        }
      }
    }
  }

  /** Messages between two stages are told apart by nothing but their order. */
  @Test
  void microBatchesDoNotOvertakeEachOther() {
    for (Schedule schedule : all()) {
      for (List<Schedule.Step> steps : schedule.steps()) {
        for (int chunk = 0; chunk < schedule.chunks(); chunk++) {
          for (boolean forward : new boolean[] {true, false}) {
            int of = chunk;
            assertThat(steps.stream().filter(s -> s.chunk() == of && s.forward() == forward))
                .as("%s", schedule)
                .extracting(Schedule.Step::microBatch)
                .isSorted();
          }
        }
      }
    }
  }

  /**
   * No schedule needs a message to wait in a buffer behind another one: it ends even if a rank that
   * sends waits until the receiver has taken what it had sent there before.
   */
  @Test
  void noRankWaitsForEver() {
    for (Schedule schedule : all()) {
      assertThat(new Blocking(schedule).ends()).as("%s", schedule).isTrue();
    }
  }

  /** The test above would find it. */
  @Test
  void ranksThatWaitForEachOtherAreFound() {
    List<Schedule.Step> good = Schedule.gpipe(2, 1).steps().getFirst();
    var schedule = new Schedule("wrong", 2, 1, 1, List.of(good.reversed(), good));
    assertThat(new Blocking(schedule).ends()).isFalse();
    assertThatThrownBy(schedule::bubble)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("wrong of 2 ranks with 1 micro-batches: ranks wait for each other");
  }

  @Test
  void bubblesAreAsLargeAsThePapersSay() {
    for (Schedule schedule : all()) {
      double p = schedule.ranks();
      double passes = schedule.chunks() * schedule.microBatches();
      assertThat(schedule.bubble())
          .as("%s", schedule)
          .isCloseTo((p - 1) / (passes + p - 1), Offset.offset(1e-9));
    }
    assertThat(Schedule.interleaved(4, 2, 8).bubble())
        .isLessThan(Schedule.oneForwardOneBackward(4, 8).bubble());
  }

  @Test
  void fewActivationsAreKept() {
    for (int ranks = 1; ranks <= 6; ranks++) {
      for (int microBatches = ranks; microBatches <= 12; microBatches++) {
        for (int rank = 0; rank < ranks; rank++) {
          assertThat(Schedule.gpipe(ranks, microBatches).inFlight(rank)).isEqualTo(microBatches);
          assertThat(Schedule.oneForwardOneBackward(ranks, microBatches).inFlight(rank))
              .isEqualTo(ranks - rank);
        }
      }
    }
    assertThat(Schedule.interleaved(4, 2, 8).inFlight(0)).isEqualTo(11); // GPipe: 16 of these
  }

  @Test
  void stepsOfThreeRanksAreThoseOfThePaper() {
    Schedule schedule = Schedule.oneForwardOneBackward(3, 4);
    assertThat(schedule.steps().getFirst())
        .hasToString("[F0.0, F1.0, F2.0, B0.0, F3.0, B1.0, B2.0, B3.0]");
    assertThat(schedule.steps().getLast())
        .hasToString("[F0.0, B0.0, F1.0, B1.0, F2.0, B2.0, F3.0, B3.0]");
    assertThat(Schedule.interleaved(2, 2, 2).steps().getLast())
        .hasToString("[F0.0, F1.0, F0.1, B0.1, F1.1, B1.1, B0.0, B1.0]");
  }

  @Test
  void sizesThatDoNotFitAreRefused() {
    assertThatThrownBy(() -> Schedule.gpipe(2, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("GPipe needs at least one rank, chunk and micro-batch, not 2, 1 and 0");
    assertThatThrownBy(() -> Schedule.interleaved(4, 2, 6))
        .hasMessage("interleaved 1F1B of 4 ranks needs a multiple of so many micro-batches, not 6");
  }

  /** Ranks whose receives block, and whose sends block until the message before was taken. */
  private static final class Blocking {
    private final Schedule schedule;
    private final int passes;
    private final int[] sent;
    private final int[] taken;

    Blocking(Schedule schedule) {
      this.schedule = schedule;
      this.passes = 2 * schedule.ranks() * schedule.chunks();
      this.sent = new int[passes + 1];
      this.taken = new int[passes + 1];
    }

    boolean ends() {
      int[] next = new int[schedule.ranks()];
      boolean[] computed = new boolean[schedule.ranks()];
      for (boolean moves = true; moves; ) {
        moves = false;
        for (int rank = 0; rank < schedule.ranks(); rank++) {
          List<Schedule.Step> steps = schedule.steps().get(rank);
          if (next[rank] == steps.size()) {
            continue;
          }
          Schedule.Step step = steps.get(next[rank]);
          int stage = step.chunk() * schedule.ranks() + rank;
          int pass = step.forward() ? stage : passes - 1 - stage;
          if (!computed[rank] && (needsNone(pass) || taken[pass] < sent[pass])) {
            taken[pass]++;
            computed[rank] = true;
            moves = true;
          }
          if (computed[rank] && (needsNone(pass + 1) || sent[pass + 1] <= taken[pass + 1])) {
            sent[pass + 1]++;
            computed[rank] = false;
            next[rank]++;
            moves = true;
          }
        }
      }
      for (int rank = 0; rank < schedule.ranks(); rank++) {
        if (next[rank] < schedule.steps().get(rank).size()) {
          return false;
        }
      }
      return true;
    }

    /** Whether a pass takes no message: the first, the first backward one, and what ends all. */
    private boolean needsNone(int pass) {
      return pass == 0 || pass == passes / 2 || pass == passes;
    }
  }
}
