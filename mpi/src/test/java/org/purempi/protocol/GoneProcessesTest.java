package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.communicator.BufferedSends;
import org.purempi.progress.Patience;
import org.purempi.transport.thread.ThreadHub;

/** What waits for a process that is gone fails; what does not, waits on. */
class GoneProcessesTest {
  private static final long CONTEXT = 4;

  /** More than is on its way at once. */
  private static final int LARGE_BYTES = 8 << 20;

  private final ThreadHub hub = new ThreadHub(3);
  private final Engine zero = engine(0);
  private final Peers world = new Peers(zero, null, 3, 0, CONTEXT, "MPI_COMM_WORLD");

  private Engine engine(int rank) {
    return new Engine(hub.transport(rank), new Patience(1, 1), 1 << 20);
  }

  private Operation receive(int source) {
    return zero.receiving().start(world, CONTEXT, Buf.of(new byte[8]), source, 0);
  }

  private void gone(int process, boolean inPeace) {
    zero.locked(() -> zero.gone.add(process, "rank " + process + " has died", inPeace));
  }

  @Test
  void aReceiveFromADeadProcessFailsAndOthersDoNot() {
    Operation fromOne = receive(1);
    Operation fromTwo = receive(2);
    gone(1, false);
    assertThat(fromTwo.isDone()).isFalse();
    assertThatThrownBy(() -> zero.waiting().waitFor(fromOne))
        .isInstanceOf(MpiException.class)
        .hasMessageContaining(
            "rank 0 waits in vain on MPI_COMM_WORLD for a message from rank 1 with tag 0: rank 1"
                + " has died");
    assertThatThrownBy(() -> zero.waiting().waitFor(receive(1))).hasMessageContaining("in vain");
    assertThat(receive(2).isDone()).isFalse();
  }

  @Test
  void aReceiveThatFailsTellsNothingOfAMessageBeforeIt() {
    Peers ofOne = new Peers(one, null, 3, 1, CONTEXT, "MPI_COMM_WORLD");
    ReceiveOperation again = zero.receiving().prepared(world);
    one.sending().send(ofOne, CONTEXT, Buf.of(new byte[8]), 0, 7);
    zero.waiting()
        .waitFor(zero.receiving().start(again, world, CONTEXT, Buf.of(new byte[8]), 1, 7));
    Status nothing = new Status(2, 9, 0, false, ErrorClass.PROC_ABORTED);
    zero.receiving().start(again, world, CONTEXT, Buf.of(new byte[8]), 2, 9);
    gone(2, false);
    assertThat(again.isDone()).isTrue();
    assertThat(again.status()).isEqualTo(nothing);
    zero.receiving().start(again, world, CONTEXT, Buf.of(new byte[8]), 2, 9);
    assertThat(again.isDone()).isTrue();
    assertThat(again.status()).isEqualTo(nothing);
  }

  @Test
  void aReceiveFromAnySourceFailsOnlyWhenSomebodyDied() {
    Operation any = receive(Mpi.ANY_SOURCE);
    gone(1, true);
    assertThat(any.isDone()).isFalse();
    assertThat(receive(Mpi.ANY_SOURCE).isDone()).isFalse();
    gone(2, false);
    assertThatThrownBy(() -> zero.waiting().waitFor(any)).hasMessageContaining("rank 2 has died");
    assertThatThrownBy(() -> zero.probes().probe(CONTEXT, Mpi.ANY_SOURCE, 0))
        .hasMessageContaining("rank 2 has died");
  }

  @Test
  void aReceiveInAGroupWithoutTheDeadWaitsOn() {
    Peers pair = new Peers(zero, new int[] {0, 2}, 2, 0, 8, "pair");
    Operation any = zero.receiving().start(pair, 8, Buf.of(new byte[8]), Mpi.ANY_SOURCE, 0);
    gone(1, false);
    assertThat(any.isDone()).isFalse();
  }

  @Test
  void aMessageThatHadArrivedIsStillReceived() {
    Peers ofOne = new Peers(one, null, 3, 1, CONTEXT, "MPI_COMM_WORLD");
    one.sending().send(ofOne, CONTEXT, Buf.of(new byte[] {5}), 0, 0);
    zero.locked(() -> zero.progress().poll());
    gone(1, false);
    byte[] got = new byte[1];
    zero.receiving().receive(world, CONTEXT, Buf.of(got), 1, 0);
    assertThat(got[0]).isEqualTo((byte) 5);
  }

  /** Too long to come without being asked for, in memory that cannot be lent. */
  private static Buf large(Arena confined) {
    return Buf.of(confined.allocate(LARGE_BYTES));
  }

  @Test
  void aMessageThatWasOnlyAnnouncedNeverComes() {
    Peers ofOne = new Peers(one, null, 3, 1, CONTEXT, "MPI_COMM_WORLD");
    try (Arena confined = Arena.ofConfined()) {
      one.sending().start(ofOne, CONTEXT, large(confined), 0, 0);
      zero.locked(() -> zero.progress().poll());
      assertThat(zero.probes().probeNow(CONTEXT, 1, 0)).isNotNull();
      gone(1, false);
      assertThatThrownBy(() -> zero.waiting().waitFor(receive(1)))
          .hasMessageContaining("rank 1 has died");
    }
  }

  @Test
  void aLookForAMessageThatCanNeverComeFails() {
    assertThat(zero.probes().probeNow(CONTEXT, 1, 0)).isNull();
    gone(1, false);
    assertThatThrownBy(() -> zero.probes().probeNow(CONTEXT, 1, 0))
        .hasMessageContaining("rank 1 has died");
    assertThat(zero.probes().probeNow(CONTEXT, 2, 0)).isNull();
    gone(2, true);
    assertThat(zero.probes().probeNow(CONTEXT, 2, 0)).as("it owed nothing").isNull();
    assertThatThrownBy(() -> zero.probes().probe(CONTEXT, 2, 0))
        .hasMessageContaining("rank 2 has ended MPI");
  }

  @Test
  void aSendThatIsLostWhileItStreamsTakesNoOtherWithIt() {
    Peers ofOne = new Peers(one, null, 3, 1, CONTEXT, "MPI_COMM_WORLD");
    Peers ofTwo = new Peers(two, null, 3, 2, CONTEXT, "MPI_COMM_WORLD");
    try (Arena confined = Arena.ofConfined()) {
      byte[] room = new byte[LARGE_BYTES];
      Operation toOne = zero.sending().start(world, CONTEXT, large(confined), 1, 0);
      one.receiving().start(ofOne, CONTEXT, Buf.of(room), 0, 0);
      one.locked(() -> one.progress().poll());
      zero.locked(() -> zero.progress().poll());
      assertThat(toOne.isDone()).as("it streams").isFalse();
      Operation toTwo = zero.sending().start(world, CONTEXT, large(confined), 2, 0);
      gone(1, false);
      assertThat(toOne.isDone()).isTrue();
      Operation last = two.receiving().start(ofTwo, CONTEXT, Buf.of(room), 0, 0);
      for (int i = 0; i < 1000 && !(toTwo.isDone() && last.isDone()); i++) {
        two.waiting().test(last);
        zero.waiting().test(toTwo);
      }
      assertThat(toTwo.isDone() && last.isDone()).isTrue();
      assertThat(toTwo.error()).isNull();
    }
  }

  @Test
  void aBufferedSendThatIsLostIsReportedOnceAndLeavesTheBuffer() {
    BufferedSends space = new BufferedSends(zero);
    space.attachAutomatic();
    space.send(world, Buf.of(new byte[LARGE_BYTES]), 1, 0);
    gone(1, false);
    assertThatThrownBy(space::detach)
        .hasMessageContaining("to rank 1 on MPI_COMM_WORLD any more: rank 1 has died");
    space.detach();
    assertThat(space.isAttached()).isFalse();
  }

  @Test
  void severalMayWaitForTheSameSends() {
    Peers ofOne = new Peers(one, null, 3, 1, CONTEXT, "MPI_COMM_WORLD");
    Operation send =
        zero.sending().start(world, CONTEXT, Buf.of(new byte[8]), 1, 0, Urgency.SYNCHRONOUS);
    Operation first = zero.together(List.of(send));
    Operation second = zero.together(List.of(send));
    Operation third = zero.together(List.of(send));
    one.receiving().receive(ofOne, CONTEXT, Buf.of(new byte[8]), 0, 0);
    zero.waiting().waitFor(first);
    zero.waiting().waitFor(second);
    zero.waiting().waitFor(third);
    assertThat(send.isDone()).isTrue();
  }

  @Test
  void aSendThatWaitsForAnAnswerFails() {
    Operation send =
        zero.sending().start(world, CONTEXT, Buf.of(new byte[8]), 1, 0, Urgency.SYNCHRONOUS);
    assertThat(send.isDone()).isFalse();
    gone(1, false);
    assertThatThrownBy(() -> zero.waiting().waitFor(send))
        .hasMessageContaining("to rank 1 on MPI_COMM_WORLD any more: rank 1 has died");
  }

  // ---- Ranks that have ended a world

  private final Engine one = engine(1);
  private final Engine two = engine(2);
  private final Peers of = inWorld(zero, 0);

  private static Peers inWorld(Engine engine, int world) {
    int rank = engine.transport().rank();
    return new Peers(engine, null, 3, rank, 4L * (20 + world), world, "world " + world);
  }

  private Operation receiveOf(int source, int tag) {
    return zero.receiving().start(of, of.context(), Buf.of(new byte[8]), source, tag);
  }

  @Test
  @Timeout(60)
  void whatIsWaitedForFailsWhenItsRankHasEndedTheWorldAndWhatWasSentBeforeIsReceived() {
    Peers ofOne = inWorld(one, 0);
    one.sending().send(ofOne, ofOne.context(), Buf.of(new byte[8]), 0, 7);
    one.leaving.finish(0);
    one.leaving.end(0);
    assertThat(zero.waiting().waitFor(receiveOf(Mpi.ANY_SOURCE, 7)).source()).isEqualTo(1);
    assertThatThrownBy(() -> zero.waiting().waitFor(receiveOf(1, 3)))
        .isInstanceOf(MpiException.class)
        .hasMessage(
            "rank 0 waits in vain on world 0 for a message from rank 1 with tag 3: rank 1 has ended"
                + " MPI (close, MPI_Finalize)");
    assertThatThrownBy(() -> zero.probes().probe(of.context(), 1, 3)).hasMessageContaining("vain");
    assertThatThrownBy(() -> zero.waiting().waitFor(zero.together(List.of(receiveOf(1, 3)))))
        .hasMessageContaining("rank 1 has ended MPI");
    Operation asked = receiveOf(1, 4);
    while (!zero.waiting().test(asked)) {
      Thread.onSpinWait();
    }
    assertThat(asked.error()).hasMessageContaining("rank 1 has ended MPI");
    Buf large = Buf.of(new byte[LARGE_BYTES]);
    assertThatThrownBy(() -> zero.sending().send(of, of.context(), large, 1, 0))
        .hasMessageContaining("to rank 1 on world 0 any more: rank 1 has ended MPI");
    Operation sync =
        zero.sending().start(of, of.context(), Buf.of(new byte[8]), 1, 0, Urgency.SYNCHRONOUS);
    assertThatThrownBy(() -> zero.waiting().waitFor(sync))
        .hasMessageContaining("rank 1 has ended MPI");
  }

  @Test
  @Timeout(60)
  void aReceiveFromAnySourceFailsWhenAllOthersHaveEndedTheWorld() throws Exception {
    // In a group of its own: those that run tests have threads, which might send for all one knows.
    var task = new FutureTask<>(this::receiveFromAnySourceUntilAllHaveEnded, true);
    new Thread(new ThreadGroup("rank 0"), task).start();
    task.get(50, TimeUnit.SECONDS);
  }

  private void receiveFromAnySourceUntilAllHaveEnded() {
    one.leaving.end(0);
    Operation any = receiveOf(Mpi.ANY_SOURCE, 3);
    assertThat(zero.waiting().await(any, System.nanoTime() + 50_000_000)).isFalse();
    Thread.startVirtualThread(
        () -> {
          Peers ofTwo = inWorld(two, 0);
          two.sending().send(ofTwo, ofTwo.context(), Buf.of(new byte[8]), 0, 3);
          two.leaving.end(0);
        });
    assertThat(zero.waiting().waitFor(any).source()).isEqualTo(2);
    assertThatThrownBy(() -> zero.waiting().waitFor(receiveOf(Mpi.ANY_SOURCE, 3)))
        .hasMessageContaining("from any rank with tag 3: all other ranks have ended MPI");
    Operation first = receiveOf(Mpi.ANY_SOURCE, 5);
    zero.waiting().awaitFirst(first::isDone, () -> List.of(first));
    assertThat(first.error()).hasMessageContaining("all other ranks have ended MPI");
  }

  @Test
  @Timeout(60)
  void theEndOfAProcessThatHadEndedTheWorldIsNoDeath() {
    one.leaving.end(0);
    Operation any = receiveOf(Mpi.ANY_SOURCE, 3);
    Operation fromOne = receiveOf(1, 3);
    gone(1, false);
    assertThat(any.isDone()).isFalse();
    assertThatThrownBy(() -> zero.waiting().waitFor(fromOne))
        .hasMessageContaining("rank 1 has ended MPI");
    Peers ofTwo = inWorld(two, 0);
    two.sending().send(ofTwo, ofTwo.context(), Buf.of(new byte[8]), 0, 3);
    assertThat(zero.waiting().waitFor(any).source()).isEqualTo(2);
    Peers next = inWorld(zero, 1);
    Operation inNext = zero.receiving().start(next, next.context(), Buf.of(new byte[8]), 1, 3);
    assertThat(inNext.error()).hasMessageContaining("rank 1 has died");
  }

  @Test
  @Timeout(60)
  void aReceiveFromAnySourceWaitsOnWhenAnotherThreadOfItsRankMaySendToIt() throws Exception {
    one.leaving.end(0);
    two.leaving.end(0);
    Operation any = receiveOf(Mpi.ANY_SOURCE, 3);
    Thread other =
        Thread.ofPlatform()
            .start(
                () -> {
                  zero.sending().send(of, of.context(), Buf.of(new byte[8]), 0, 9);
                  LockSupport.parkNanos(200_000_000);
                  zero.sending().send(of, of.context(), Buf.of(new byte[8]), 0, 3);
                });
    zero.waiting().waitFor(receiveOf(0, 9));
    assertThat(zero.waiting().waitFor(any).source()).isZero();
    other.join();
  }

  @Test
  @Timeout(60)
  void aReceiveThatIsOnlyPostedMayBeCancelledAndTheNextWorldIsAnother() {
    Operation posted = receiveOf(1, 3);
    one.leaving.end(0);
    Operation failed = receiveOf(1, 4);
    assertThatThrownBy(() -> zero.waiting().waitFor(failed)).hasMessageContaining("has ended");
    zero.receiving().cancel(posted, () -> true);
    assertThat(zero.waiting().waitFor(posted).cancelled()).isTrue();
    Peers next = inWorld(zero, 1);
    Operation inNext = zero.receiving().start(next, next.context(), Buf.of(new byte[8]), 1, 3);
    assertThat(zero.waiting().await(inNext, System.nanoTime() + 50_000_000)).isFalse();
    Peers ofOne = inWorld(one, 1);
    one.sending().send(ofOne, ofOne.context(), Buf.of(new byte[8]), 0, 3);
    zero.waiting().waitFor(inNext);
  }

  @Test
  @Timeout(60)
  void nobodyWaitsAtTheEndForARankThatWillNeverRead() {
    one.leaving.end(0);
    for (int i = 0; i < 10_000; i++) { // more than a ring holds
      zero.locked(() -> zero.peer(1).control(Header.DONE, Header.MAX_ID, 0, 0));
      zero.locked(() -> zero.peer(2).control(Header.LEFT, 0, 4L << 16, 0));
    }
    zero.leaving.giveUp(
        zero.sending()
            .start(of, of.context(), Buf.of(new byte[LARGE_BYTES]), 1, 0, Urgency.AT_ONCE));
    of.settle();
    zero.leaving.finish(0);
    zero.locked(() -> assertThat(zero.peer(2).isOwing()).isFalse());
  }
}
