package org.purempi.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.purempi.launch.site.Event;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.pmi.RankReport;

/** What a manager tells of its ranks. */
class ManagerEventsTest {
  private static SmpdCommand report(String millis) {
    return SmpdCommand.of(Verb.STAT, 1, 0, 7)
        .with("rank", 3)
        .with("millis", millis)
        .with("lines", SmpdCommand.join(List.of("waits")));
  }

  @Test
  void aRankMayHaveWaitedForMonths() throws SmpdException {
    assertThat(ManagerEvents.read(1, report("5000000000")))
        .isEqualTo(new Event.Reported(List.of(new RankReport(3, 5e6, List.of("waits"))), Map.of()));
  }

  @Test
  void aTimeThatIsNoNumberIsAnError() {
    assertThatThrownBy(() -> ManagerEvents.read(1, report("long")))
        .isInstanceOf(SmpdException.class)
        .hasMessageContaining("'millis' is not a number");
  }
}
