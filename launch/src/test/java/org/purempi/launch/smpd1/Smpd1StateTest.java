package org.purempi.launch.smpd1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.smpd1.Smpd1State.Step;

/** A connection comes to a manager or a console by one way only, and ends from everywhere. */
@Timeout(10)
class Smpd1StateTest {
  private static Smpd1State after(Step... steps) throws Smpd1Exception {
    Smpd1State state = Smpd1State.READING_CHALLENGE_RESPONSE;
    for (Step step : steps) {
      state = state.after(step);
    }
    return state;
  }

  @Test
  void aManagerAndAConsoleAreReachedByTheirWays() throws Exception {
    assertThat(after(Step.ACCEPTED, Step.PROCESS, Step.HEADER)).isEqualTo(Smpd1State.MANAGER);
    assertThat(after(Step.ACCEPTED, Step.SMPD, Step.HEADER)).isEqualTo(Smpd1State.CONSOLE);
    assertThat(after(Step.ACCEPTED, Step.PROCESS, Step.HEADER, Step.COMMAND, Step.CLOSE))
        .isEqualTo(Smpd1State.CLOSING);
    assertThat(after(Step.REJECTED)).isEqualTo(Smpd1State.DONE);
  }

  @Test
  void nobodyCommandsBeforeThePassphrase() {
    for (Step step : Step.values()) {
      boolean first = step == Step.ACCEPTED || step == Step.REJECTED || step == Step.LOST;
      if (!first) {
        assertThatThrownBy(() -> after(step)).hasMessageContaining("out of turn");
      }
    }
    assertThatThrownBy(() -> after(Step.ACCEPTED, Step.COMMAND)).hasMessageContaining("COMMAND");
    assertThatThrownBy(() -> after(Step.ACCEPTED, Step.PROCESS, Step.CLOSE))
        .hasMessageContaining("CLOSE");
  }

  @Test
  void everyStateCanBeLost() throws Exception {
    for (Smpd1State state : Smpd1State.values()) {
      assertThat(state.after(Step.LOST)).isEqualTo(Smpd1State.DONE);
    }
  }
}
