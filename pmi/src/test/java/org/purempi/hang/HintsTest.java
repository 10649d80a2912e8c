package org.purempi.hang;

import static org.assertj.core.api.Assertions.assertThat;
import static org.purempi.hang.Ranks.waits;
import static org.purempi.hang.Ranks.with;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What just misses. */
class HintsTest {
  private final Ranks three = new Ranks(3);

  private List<String> hints(Letter... letters) {
    Situation rank = with(waits(1, "recv", three.receive(0, 5)), letters);
    return HangAnalysis.of(List.of(rank)).hints();
  }

  @Test
  void anotherTag() {
    assertThat(hints(new Letter(0, three.world(), 6, 8)))
        .containsExactly(
            "a message with tag 6 from rank 0 lies unreceived at rank 1, which waits for tag 5");
  }

  @Test
  void anotherSource() {
    assertThat(hints(new Letter(2, three.world(), 5, 8)))
        .containsExactly(
            "a message with tag 5 from rank 2 lies unreceived at rank 1, which waits for one from"
                + " rank 0");
  }

  @Test
  void anotherCommunicator() {
    assertThat(hints(new Letter(0, three.other(), 5, 8)))
        .containsExactly(
            "a message with tag 5 from rank 0 lies unreceived at rank 1 on rows, which waits for"
                + " it on MPI_COMM_WORLD");
    assertThat(hints(new Letter(0, three.other(), 6, 8)))
        .containsExactly(
            "a message with tag 6 from rank 0 lies unreceived at rank 1 on rows, which waits for"
                + " tag 5 on MPI_COMM_WORLD");
  }

  @Test
  void whatDiffersInMoreIsNoHintAndNeitherIsWhatFits() {
    assertThat(hints(new Letter(2, three.world(), 6, 8))).isEmpty();
    assertThat(hints(new Letter(-1, three.world(), 5, 8))).isEmpty();
    assertThat(hints(new Letter(0, three.world(), 5, 8))).isEmpty();
  }

  private List<String> calls(CollectiveCall a, CollectiveCall b, CollectiveCall c) {
    return HangAnalysis.of(
            List.of(
                waits(0, a.call(), three.collective(1, a)),
                waits(1, b.call(), three.collective(2, b)),
                waits(2, c.call(), three.collective(0, c))))
        .hints();
  }

  @Test
  void collectivesThatDiffer() {
    var bcast = new CollectiveCall("bcast", "int", "", 0, -1);
    assertThat(calls(Ranks.barrier(), Ranks.barrier(), bcast))
        .containsExactly(
            "rank 2 called bcast(int, root 0) at P.java:12 where the others (ranks 0, 1) called"
                + " barrier at P.java:10, as collective call no. 1 on MPI_COMM_WORLD");
  }

  @Test
  void rootsAndOperatorsAndDatatypesAndLengthsThatDiffer() {
    var usual = new CollectiveCall("reduce", "int", "SUM", 0, -1);
    var root = new CollectiveCall("reduce", "int", "SUM", 2, -1);
    var op = new CollectiveCall("reduce", "int", "MAX", 0, -1);
    var type = new CollectiveCall("reduce", "double", "SUM", 0, -1);
    assertThat(calls(usual, usual, root).getFirst())
        .startsWith("rank 2 called reduce(int, SUM, root 2)");
    assertThat(calls(usual, op, usual).getFirst())
        .startsWith("rank 1 called reduce(int, MAX, root 0)");
    assertThat(calls(type, usual, usual).getFirst())
        .startsWith("rank 0 called reduce(double, SUM, root 0)");
    var shorter = new CollectiveCall("allreduce", "int", "SUM", -1, 4);
    var longer = new CollectiveCall("allreduce", "int", "SUM", -1, 5);
    assertThat(calls(shorter, shorter, longer).getFirst())
        .startsWith("rank 2 called allreduce(int, SUM) with another length");
  }

  @Test
  void whatGoesWithAnyOtherIsNoDifference() {
    var usual = new CollectiveCall("allreduce", "int", "SUM", -1, 4);
    var open = new CollectiveCall("allreduce", "", "", -1, 4);
    assertThat(calls(usual, usual, open)).isEmpty();
  }
}
