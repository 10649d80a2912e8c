package org.purempi.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.hang.Ranks.barrier;
import static org.purempi.hang.Ranks.ended;
import static org.purempi.hang.Ranks.entered;
import static org.purempi.hang.Ranks.runs;
import static org.purempi.hang.Ranks.waits;
import static org.purempi.hang.Ranks.with;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.hang.Need.Kind;
import org.purempi.hang.Situation.Activity;

/** Who can never go on, and why. */
@Timeout(60)
class HangAnalysisTest {
  private final Ranks three = new Ranks(3);

  private static HangAnalysis of(Situation... all) {
    return HangAnalysis.of(List.of(all));
  }

  @Test
  void aCircleOfThreeIsNamedAndEachRankHasItsSentence() {
    HangAnalysis circle =
        of(
            waits(0, "recv", three.receive(2, 5)),
            waits(1, "ssend", three.send(0, 6)),
            waits(2, "recv", three.receive(1, 7)));
    assertThat(circle.hasDeadlock()).isTrue();
    assertThat(circle.text())
        .isEqualTo(
            """
            who waits for whom:
                rank 0 waits in recv at P.java:10 for a message with tag 5 from rank 2, which \
            waits in recv at P.java:12 for rank 1
                rank 1 waits in ssend at P.java:11 until its message with tag 6 is received by \
            rank 0, which waits in recv at P.java:10 for rank 2
                rank 2 waits in recv at P.java:12 for a message with tag 7 from rank 1, which \
            waits in ssend at P.java:11 for rank 0
                a circle of 3 ranks: rank 0 waits for rank 2, rank 2 for rank 1, rank 1 for rank 0
            """);
  }

  @Test
  void aRankThatRunsReleasesThoseThatWaitForItAndThoseThatWaitForThem() {
    HangAnalysis slow =
        of(waits(0, "recv", three.receive(1, 0)), waits(1, "recv", three.receive(2, 0)), runs(2));
    assertThat(slow.hasDeadlock()).isFalse();
    assertThat(slow.conclusions())
        .containsExactly(
            "ranks 0, 1 wait, directly or through others, for rank 2, which does not wait in MPI at"
                + " P.java:99");
  }

  @Test
  void aReceiveFromAnyIsReleasedByOneThatCanAct() {
    assertThat(
            of(
                    waits(0, "recv", three.receiveFromAny(0)),
                    waits(1, "recv", three.receive(0, 0)),
                    runs(2))
                .hasDeadlock())
        .isFalse();
  }

  @Test
  void aWaitForAllIsNotReleasedByOneOfThem() {
    HangAnalysis all =
        of(
            waits(0, "waitAll", three.receive(1, 0), three.receive(2, 0)),
            waits(1, "recv", three.receive(0, 0)),
            runs(2));
    assertThat(all.hasDeadlock()).isTrue();
    assertThat(all.conclusions())
        .containsExactly("a circle of 2 ranks: rank 0 waits for rank 1, rank 1 for rank 0");
    Situation any = waits(0, true, "waitAny", three.receive(1, 0), three.receive(2, 0));
    assertThat(of(any, waits(1, "recv", three.receive(0, 0)), runs(2)).hasDeadlock()).isFalse();
  }

  @Test
  void ranksThatWaitForAnyOfEachOtherAreAKnot() {
    HangAnalysis knot =
        of(
            waits(0, "recv", three.receiveFromAny(0)),
            waits(1, "probe", three.receiveFromAny(1)),
            waits(2, "recv", three.receiveFromAny(-1)));
    assertThat(knot.hasDeadlock()).isTrue();
    assertThat(knot.sentences())
        .contains(
            "rank 2 waits in recv at P.java:12 for a message with any tag from any rank, none of"
                + " which can act");
    assertThat(knot.conclusions())
        .containsExactly(
            "ranks 0-2 wait for each other, some of them for any of several: none can act");
  }

  @Test
  void aThreadThatCanGoOnMayHelpTheOthersOfItsRank() {
    var first = new Wait("recv", "", false, false, List.of(three.receive(1, 0)));
    var helper = new Wait("recv", "", false, false, List.of(three.receive(2, 0)));
    Situation two = with(0, List.of(first, helper));
    assertThat(of(two, waits(1, "recv", three.receive(0, 0)), runs(2)).hasDeadlock()).isFalse();
    assertThat(of(two, waits(1, "recv", three.receive(0, 0)), ended(2)).hasDeadlock()).isTrue();
  }

  @Test
  void aWaitWithATimeLimitEndsByItself() {
    var limited = new Wait("waitFor", "", false, true, List.of(three.receive(1, 0)));
    HangAnalysis all =
        of(with(0, List.of(limited)), waits(1, "recv", three.receive(0, 0)), ended(2));
    assertThat(all.hasDeadlock()).isFalse();
    assertThat(all.text()).contains("which waits in waitFor with a time limit");
  }

  @Test
  void whatIsNotKnownMayAct() {
    assertThat(of(waits(0, "close"), waits(1, "recv", three.receive(0, 0))).hasDeadlock())
        .isFalse();
    assertThat(of(waits(0, "recv", three.receive(7, 0))).hasDeadlock()).isFalse();
    assertThat(
            of(waits(0, "recv", three.receive(1, 0)), Situation.of(1, Activity.SILENT, ""))
                .hasDeadlock())
        .isFalse();
  }

  @Test
  void aRankThatHasEndedIsWaitedForInVain() {
    HangAnalysis vain =
        of(waits(0, "recv", three.receive(1, 3)), ended(1), waits(2, "recv", three.receive(0, 4)));
    assertThat(vain.hasDeadlock()).isTrue();
    assertThat(vain.sentences())
        .contains(
            "rank 0 waits in recv at P.java:10 for a message with tag 3 from rank 1, which has"
                + " ended MPI");
    assertThat(vain.conclusions())
        .containsExactly(
            "ranks 0, 2 wait, directly or through others, for rank 1, which has ended MPI: in"
                + " vain");
  }

  @Test
  void aRankCanWaitForItself() {
    HangAnalysis alone = of(waits(0, "recv", three.receive(0, 3)), runs(1), runs(2));
    assertThat(alone.hasDeadlock()).isTrue();
    assertThat(alone.sentences())
        .containsExactly("rank 0 waits in recv at P.java:10 for a message with tag 3 from itself");
    assertThat(alone.conclusions()).containsExactly("rank 0 waits for itself");
  }

  @Test
  void theMemberIsNamedThatHasNotEnteredABarrier() {
    HangAnalysis missing =
        of(
            entered(waits(0, "barrier", three.collective(2, barrier())), 1),
            entered(waits(1, "recv", three.receive(0, 9)), 0),
            entered(waits(2, "barrier", three.collective(0, barrier())), 1));
    assertThat(missing.hasDeadlock()).isTrue();
    assertThat(missing.sentences())
        .contains(
            "rank 2 waits in barrier at P.java:12 (collective call no. 1 on MPI_COMM_WORLD) for"
                + " rank 1, which has not entered it, and waits in recv at P.java:11 for rank 0");
    assertThat(missing.conclusions())
        .containsExactly("a circle of 2 ranks: rank 0 waits for rank 1, rank 1 for rank 0");
  }

  @Test
  void aBroadcastDependsOnThoseOnlyThatItGetsDataFrom() {
    var bcast = new CollectiveCall("bcast", "int", "", 1, -1);
    HangAnalysis free =
        of(
            entered(waits(0, "bcast", three.collective(1, bcast)), 1),
            entered(runs(1), 0),
            entered(waits(2, "recv", three.receive(0, 9)), 0));
    assertThat(free.hasDeadlock()).isFalse();
    assertThat(free.sentences().getFirst())
        .contains("for rank 1, which has not entered it, and does not wait in MPI at P.java:99");
  }

  @Test
  void aLockDependsOnWhoHoldsIt() {
    var lock = new Need(Kind.LOCK, false, RankSet.NONE, three.world(), 0, CollectiveCall.UNKNOWN);
    HangAnalysis held =
        of(
            waits(0, "lock", lock),
            Ranks.holding(waits(1, "recv", three.receive(0, 1)), 0),
            Ranks.holding(runs(2), 2));
    assertThat(held.hasDeadlock()).isTrue();
    assertThat(held.sentences().getFirst())
        .isEqualTo(
            "rank 0 waits in lock at P.java:10 for the lock of rank 0 of MPI_COMM_WORLD, held"
                + " by rank 1, which waits in recv at P.java:11 for rank 0");
    assertThat(of(waits(0, "lock", lock), runs(1)).hasDeadlock()).isFalse();
  }

  @Test
  void manyRanksThatWaitAlikeShareASentence() {
    int size = 10_000;
    var ranks = new Ranks(size);
    var ring = new ArrayList<Situation>();
    for (int rank = 0; rank < size; rank++) {
      String place = "at Ring.java:7";
      List<Need> needs = List.of(ranks.send((rank + 1) % size, 3));
      ring.add(with(rank, List.of(new Wait("ssend", place, false, false, needs))));
    }
    assertThat(HangAnalysis.of(ring).text())
        .isEqualTo(
            """
            who waits for whom:
                ranks 0-9999 wait in ssend at Ring.java:7 until its message with tag 3 is received \
            by another rank: rank 0 for rank 1, rank 1 for rank 2, rank 2 for rank 3, …
                a circle of 10000 ranks: rank 0 waits for rank 1, rank 1 for rank 2, rank 2 for \
            rank 3, … rank 9999 for rank 0
            """);
    assertThat(HangAnalysis.of(ring).page("hangs", "")).contains("ranks 0-9999 (10000)");
  }

  @Test
  void tenThousandRanksInACollectiveAndInWildcardsAreNoTrouble() {
    int size = 10_000;
    var ranks = new Ranks(size);
    var mixed = new ArrayList<Situation>();
    for (int rank = 0; rank < size; rank++) {
      boolean isLate = rank % 100 == 7;
      Need need =
          isLate ? ranks.receiveFromAny(rank) : ranks.collective((rank + 1) % size, barrier());
      mixed.add(entered(waits(rank, isLate ? "recv" : "barrier", need), isLate ? 0 : 1));
    }
    HangAnalysis all = HangAnalysis.of(mixed);
    assertThat(all.hasDeadlock()).isTrue();
    assertThat(all.sentences()).hasSizeLessThan(30);
    assertThat(all.conclusions().getFirst()).startsWith("ranks 0-9999 wait for each other");
    mixed.set(7, runs(7));
    assertThat(HangAnalysis.of(mixed).hasDeadlock()).isFalse();
  }
}
