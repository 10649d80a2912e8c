package org.purempi.launch.smpd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.launch.smpd.ManagerState.Step;

@Timeout(10)
class ManagerStateTest {
  @Test
  void theWayOfAJob() throws SmpdException {
    ManagerState state = ManagerState.READING_SESSION_HEADER;
    for (Step step :
        List.of(Step.HEADER, Step.START_DBS, Step.LAUNCH, Step.INPUT, Step.CLOSE, Step.CLOSED)) {
      state = state.after(step);
    }
    assertThat(state).isEqualTo(ManagerState.DONE);
  }

  @Test
  void theEndOfTheConnectionEndsEveryState() throws SmpdException {
    for (ManagerState state : ManagerState.values()) {
      assertThat(state.after(Step.LOST)).isEqualTo(ManagerState.DONE);
    }
  }

  @Test
  void nothingIsLaunchedBeforeTheHeaderOrAfterTheClose() {
    for (ManagerState state :
        List.of(ManagerState.READING_SESSION_HEADER, ManagerState.CLOSING, ManagerState.DONE)) {
      assertThatThrownBy(() -> state.after(Step.LAUNCH))
          .isInstanceOf(SmpdException.class)
          .hasMessageContaining("out of turn");
    }
  }

  @Test
  void theTreeIsSmpds() {
    int[] parents = {0, 1, 1, 2, 3, 2, 3, 4};
    for (int id = 1; id <= parents.length; id++) {
      assertThat(ManagerTree.parent(id)).as("parent of " + id).isEqualTo(parents[id - 1]);
    }
    assertThat(ManagerTree.parent(12)).isEqualTo(4);
    assertThat(ManagerTree.parent(9)).isEqualTo(5);
    assertThat(ManagerTree.parent(13)).isEqualTo(5);
  }

  @Test
  void everyParentComesBeforeItsChildren() {
    for (int id = 1; id < 5000; id++) {
      assertThat(ManagerTree.parent(id)).isLessThan(id);
      assertThat(ManagerTree.level(id)).isLessThan(14);
    }
  }

  @Test
  void aMessageGoesDownTheSideOnWhichItsManagerHangs() {
    assertThat(ManagerTree.towards(0, 5)).isEqualTo(1);
    assertThat(ManagerTree.towards(1, 5)).isEqualTo(3);
    assertThat(ManagerTree.towards(3, 5)).isEqualTo(5);
    assertThat(ManagerTree.towards(2, 5)).isEqualTo(-1);
  }
}
