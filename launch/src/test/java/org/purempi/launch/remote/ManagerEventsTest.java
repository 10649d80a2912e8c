package org.purempi.launch.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.purempi.hang.Situation;
import org.purempi.launch.site.Event;
import org.purempi.launch.smpd.SmpdCommand;
import org.purempi.launch.smpd.SmpdException;
import org.purempi.launch.smpd.Verb;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

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
  void aSituationTravelsWithTheText() throws SmpdException {
    var runs = Situation.of(3, Situation.Activity.RUNNING, "at A \"B\".java:3");
    var report = new RankReport(3, 5e6, List.of("waits"), runs);
    SmpdCommand sent = report("5000000000").with("facts", SmpdCommand.join(report.facts()));
    assertThat(ManagerEvents.read(1, SmpdCommand.parse(sent.format())))
        .isEqualTo(new Event.Reported(List.of(report), Map.of()));
  }

  @Test
  void aLookIsTwoNumbers() throws SmpdException {
    assertThat(ManagerEvents.read(1, report("70").with("look", "-5")))
        .isEqualTo(new Event.Looked(List.of(new RankLook(3, 70, -5)), Map.of()));
    SmpdCommand silent =
        SmpdCommand.of(Verb.STAT, 1, 0, 7).with("look", "").with("silent", "2=FINALIZED");
    assertThat(ManagerEvents.read(1, silent))
        .isEqualTo(new Event.Looked(List.of(), Map.of(2, RankStage.FINALIZED)));
  }

  @Test
  void aTimeThatIsNoNumberIsAnError() {
    assertThatThrownBy(() -> ManagerEvents.read(1, report("long")))
        .isInstanceOf(SmpdException.class)
        .hasMessageContaining("'millis' is not a number");
  }

  @Test
  void aRequestForProcessesTravelsAsItIs() throws SmpdException {
    var programs =
        List.of(
            new SpawnProgram(
                "a b", List.of("", "x=\"y\\", "l1\nl2"), 2, Map.of("key = 1", "A=1\nB=\" \"")),
            new SpawnProgram("Other", List.of(), 1, Map.of()));
    var answers = new ArrayList<SpawnResult>();
    var asked = new Event.Spawns(3, programs, Map.of("PORT 1", "a=b c"), answers::add);
    SmpdCommand sent =
        SmpdCommand.parse(SpawnFields.ask(SmpdCommand.of(Verb.SPAWN, 1, 0, 7), asked).format());
    assertThat(SpawnFields.read(sent, asked.answer())).isEqualTo(asked);
    for (var result :
        List.of(
            new SpawnResult(List.of(0, 0, 0), "purempi_x", ""),
            new SpawnResult(List.of(0, -1, 7), null, "there is no 'x y'"))) {
      SmpdCommand answer = sent.answer(8, SmpdCommand.SUCCESS);
      for (var field : SpawnFields.answer(result).entrySet()) {
        answer = answer.with(field.getKey(), field.getValue());
      }
      assertThat(SpawnFields.result(SmpdCommand.parse(answer.format()))).isEqualTo(result);
    }
  }

  @Test
  void aRequestThatIsCutOffIsAnError() {
    SmpdCommand command = SmpdCommand.of(Verb.SPAWN, 1, 0, 7).with("rank", 3);
    for (String programs : List.of("\"a b 2\"", "\"a b x c\"", "\"a b 2 c\"")) {
      assertThatThrownBy(
              () -> SpawnFields.read(command.with("preput", "").with("c", programs), r -> {}))
          .as(programs)
          .isInstanceOf(SmpdException.class);
    }
  }
}
