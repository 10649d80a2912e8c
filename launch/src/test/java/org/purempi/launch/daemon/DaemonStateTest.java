package org.purempi.launch.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.daemon.DaemonState.Step;
import org.purempi.launch.smpd.SmpdException;

@Timeout(10)
class DaemonStateTest {
  @Test
  void theWayToAManager() throws SmpdException {
    DaemonState state = DaemonState.SECURING;
    for (Step step :
        List.of(
            Step.SECURED,
            Step.WRITTEN,
            Step.PROVED,
            Step.WRITTEN,
            Step.PROCESS,
            Step.STARTED,
            Step.ENDED,
            Step.ENDED)) {
      state = state.after(step);
    }
    assertThat(state).isEqualTo(DaemonState.DONE);
  }

  @Test
  void nothingButTheRightProofLeadsOutOfTheStatesOfStrangers() throws SmpdException {
    Set<DaemonState> reached = EnumSet.of(DaemonState.SECURING);
    boolean grew = true;
    while (grew) {
      grew = false;
      for (DaemonState state : EnumSet.copyOf(reached)) {
        for (Step step : EnumSet.complementOf(EnumSet.of(Step.PROVED))) {
          grew |= after(state, step, reached);
        }
      }
    }
    assertThat(reached)
        .containsOnly(
            DaemonState.SECURING,
            DaemonState.WRITING_CHALLENGE,
            DaemonState.READING_PROOF,
            DaemonState.DELAYING,
            DaemonState.WRITING_REFUSAL,
            DaemonState.LEAVING,
            DaemonState.DONE);
  }

  private static boolean after(DaemonState state, Step step, Set<DaemonState> reached) {
    try {
      return reached.add(state.after(step));
    } catch (SmpdException e) {
      return false; // not a step of this state
    }
  }

  @Test
  void everyStateEndsWithTheConnectionAndNoneIsLeftAlive() throws SmpdException {
    for (DaemonState state : DaemonState.values()) {
      assertThat(state.after(Step.LOST)).isEqualTo(DaemonState.DONE);
    }
    assertThatThrownBy(() -> DaemonState.DONE.after(Step.COMMAND))
        .isInstanceOf(SmpdException.class)
        .hasMessageContaining("out of turn");
  }

  @Test
  void everyStateThatWaitsForAStrangerIsLimited() {
    for (DaemonState state : DaemonState.values()) {
      boolean isFree = Set.of(DaemonState.RELAYING, DaemonState.DONE).contains(state);
      boolean waitsForUs = state == DaemonState.DELAYING;
      assertThat(state.limitMillis() < 601_000).as("" + state).isNotEqualTo(isFree || waitsForUs);
    }
  }
}
