package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.hang.Situation;

/** Reports of ranks: their text, and how a launcher asks for them. */
@Timeout(30)
class RankReportTest {
  private static RankReport report(int rank, double seconds, String... lines) {
    return new RankReport(rank, seconds, List.of(lines));
  }

  @Test
  void ranksThatSayTheSameShareABlockInTheOrderOfTheFirst() {
    String text =
        RankReport.text(
            List.of(
                report(4, 12.2, "waits"),
                report(3, 9.96, "computes", "much"),
                report(0, 11.6, "waits"),
                report(1, 2, "waits"),
                report(2, 3, "waits")));
    assertThat(text)
        .isEqualTo(
            """
            ranks 0-2, 4 (4 ranks), waiting for 2.0 to 12 s:
                waits
            rank 3, waiting for 10.0 s:
                computes
                much
            """);
  }

  @Test
  void aRankThatDoesNotWaitHasNoTime() {
    assertThat(RankReport.text(List.of(report(0, -1, "has ended MPI"))))
        .isEqualTo("rank 0:\n    has ended MPI\n");
  }

  @Test
  void theLauncherAsksAtAnyTimeAndHearsFromEachProcess() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient first = rig.client(0);
      first.onReport(() -> List.of(report(0, 5e6, "waits at Müller.java:3"), report(7, -1)));
      rig.raw("cmd=initack pmiid=1\ncmd=init pmi_version=1 pmi_subversion=1\n");
      assertThat(rig.server.ask(RankQuestion.REPORT).get()).containsOnlyKeys(1);
      assertThat(rig.nextTold())
          .isEqualTo(
              "reported " + List.of(report(0, 5e6, "waits at Müller.java:3"), report(7, -1)));
    }
  }

  @Test
  void aSituationTravelsWithTheText() throws Exception {
    var situation = Situation.of(0, Situation.Activity.RUNNING, "at Müller.java:3");
    try (var rig = new Rig(1)) {
      var report = new RankReport(0, -1, List.of("runs"), situation);
      rig.client(0).onReport(() -> List.of(report));
      assertThat(rig.server.ask(RankQuestion.REPORT).get()).isEmpty();
      assertThat(rig.nextTold()).isEqualTo("reported " + List.of(report));
    }
  }

  @Test
  void theLauncherAsksWhereProgramsAreAndHowMuchOfIt() throws Exception {
    try (var rig = new Rig(1)) {
      PmiClient first = rig.client(0);
      first.onReport(() -> List.of(report(0, -1, "another question's")));
      first.onStacks(isFull -> List.of(report(0, -1, "main:", isFull ? "  at all" : "  at Main")));
      assertThat(rig.server.ask(RankQuestion.STACKS).get()).isEmpty();
      assertThat(rig.nextTold())
          .isEqualTo("stacked " + List.of(report(0, -1, "main:", "  at Main")));
      assertThat(rig.server.ask(RankQuestion.FULL_STACKS).get()).isEmpty();
      assertThat(rig.nextTold())
          .isEqualTo("stacked " + List.of(report(0, -1, "main:", "  at all")));
      assertThat(rig.server.ask(RankQuestion.REPORT).get()).isEmpty();
      assertThat(rig.nextTold()).startsWith("reported ").contains("another question's");
    }
  }

  @Test
  void aLookIsAnsweredByANumberAlone() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient first = rig.client(0);
      first.onReport(() -> List.of(report(0, 5e6, "waits")));
      first.onLook(() -> List.of(new RankLook(0, 5_000_000_000L, -7)));
      rig.raw("cmd=initack pmiid=1\ncmd=init pmi_version=1 pmi_subversion=1\n");
      assertThat(rig.server.ask(RankQuestion.LOOK).get()).containsOnlyKeys(1);
      assertThat(rig.nextTold())
          .isEqualTo("looked " + List.of(new RankLook(0, 5_000_000_000L, -7)));
    }
  }

  @Test
  void aRankOfBeforeAnswersALookWithItsText() throws Exception {
    try (var rig = new Rig(1)) {
      rig.raw(
          """
          cmd=initack pmiid=0
          cmd=init pmi_version=1 pmi_subversion=1 reports=1
          cmd=report_rank rank=0 millis=2000
          cmd=report_line message=waits
          cmd=report_end
          """);
      assertThat(rig.nextTold()).isEqualTo("reported " + List.of(report(0, 2, "waits")));
    }
  }

  @Test
  void ofVeryManyBlocksThoseAreOneThatOnlyNameDifferentRanks() {
    var ring = new ArrayList<RankReport>();
    for (int rank = 0; rank < 100; rank++) {
      ring.add(report(rank, 1, "waits", "send to rank " + (rank + 1) % 100 + ", tag 3"));
    }
    assertThat(RankReport.text(ring))
        .isEqualTo(
            """
            ranks 0-99 (100 ranks), waiting for 1.0 s:
                waits
                send to rank …, tag 3
            """);
    for (int rank = 100; rank < 140; rank++) {
      ring.add(report(rank, -1, "computes with tag " + rank));
    }
    assertThat(RankReport.text(ring)).endsWith("\nand 9 more kinds of ranks\n");
  }

  @Test
  void aRankThatIsStillJoiningSaysSo() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient first = rig.client(0);
      Thread waiting =
          Thread.startVirtualThread(
              () -> {
                try {
                  first.barrier();
                } catch (PmiException e) {
                  rig.told.add("released");
                }
              });
      assertThat(rig.server.ask(RankQuestion.REPORT).get()).containsOnlyKeys(1);
      assertThat(rig.nextTold()).contains("is joining the job");
      rig.serverGoes();
      waiting.join();
    }
  }
}
