package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.MpiTruncationException;
import org.purempi.progress.Patience;
import org.purempi.tool.MessageState;
import org.purempi.transport.thread.ThreadHub;

/** Several operations as one: a send and a receive at once, an object in several messages. */
class TogetherTest {
  private static final long CONTEXT = 4;

  private final ThreadHub hub = new ThreadHub(2);
  private final Engine zero = engine(0);
  private final Engine one = engine(1);
  private final Peers ofZero = new Peers(zero, null, 2, 0, CONTEXT, "MPI_COMM_WORLD");
  private final Peers ofOne = new Peers(one, null, 2, 1, CONTEXT, "MPI_COMM_WORLD");

  private Engine engine(int rank) {
    return new Engine(hub.transport(rank), new Patience(1, 1), 1 << 20);
  }

  private Operation receive(int bytes, int tag) {
    return zero.receiving().start(ofZero, CONTEXT, Buf.of(new byte[bytes]), 1, tag);
  }

  private Operation synchronousSend(int tag) {
    return zero.sending().start(ofZero, CONTEXT, Buf.of(new byte[8]), 1, tag, Urgency.SYNCHRONOUS);
  }

  private void arrives(int bytes, int tag) {
    one.sending().send(ofOne, CONTEXT, Buf.of(new byte[bytes]), 0, tag);
  }

  private void isReceived(int tag) {
    one.receiving().receive(ofOne, CONTEXT, Buf.of(new byte[8]), 0, tag);
  }

  @Test
  void theyAreDoneWhenTheLastOneIs() {
    Operation both = zero.together(List.of(receive(8, 1), synchronousSend(2)));
    arrives(8, 1);
    assertThat(zero.waiting().test(both)).isFalse();
    isReceived(2);
    assertThat(zero.waiting().test(both)).isTrue();
  }

  @Test
  void theStatusIsTheFirstOnesInWhateverOrderTheyEnd() {
    Operation receive = receive(8, 1);
    Operation both = zero.together(List.of(receive, synchronousSend(2)));
    isReceived(2);
    assertThat(zero.waiting().test(both)).isFalse();
    arrives(4, 1);
    zero.waiting().await(both);
    assertThat(both.status().source()).isEqualTo(1);
    assertThat(both.status().bytes()).isEqualTo(4);
  }

  @Test
  void thoseThatWereDoneBeforeNeedNobodyToSaySo() {
    Operation receive = receive(8, 1);
    arrives(8, 1);
    zero.waiting().await(receive);
    assertThat(zero.together(List.of(receive, receive)).isDone()).isTrue();
  }

  @Test
  void theErrorOfAnyIsTheErrorOfAllOnceAllAreDone() {
    Operation both = zero.together(List.of(synchronousSend(2), receive(1, 1)));
    arrives(8, 1);
    assertThat(zero.waiting().test(both)).isFalse();
    isReceived(2);
    assertThatThrownBy(() -> zero.waiting().waitFor(both))
        .isInstanceOf(MpiTruncationException.class);
  }

  @Test
  void whatCanBeCancelledIs() {
    Operation both = zero.together(List.of(receive(8, 1), synchronousSend(2)));
    zero.receiving().cancel(both, () -> true);
    assertThat(zero.waiting().test(both)).isFalse();
    isReceived(2);
    zero.waiting().await(both);
    assertThat(both.status().cancelled()).isTrue();
  }

  @Test
  void aSendThatIsGivenUpAmongOthersIsWaitedForAtTheEnd() {
    zero.leaving.giveUp(zero.together(List.of(receive(8, 1), synchronousSend(2))));
    zero.locked(() -> assertThat(zero.leaving.isOwing()).isTrue());
    isReceived(2);
    zero.leaving.finish(Peers.NO_WORLD);
    zero.locked(() -> assertThat(zero.leaving.isOwing()).isFalse());
  }

  @Test
  void aReportNamesWhatIsStillWaitedFor() throws InterruptedException {
    Operation both = zero.together(List.of(receive(8, 1), synchronousSend(2), receive(8, 3)));
    arrives(8, 3);
    Thread waiter = Thread.ofPlatform().start(() -> zero.waiting().await(both));
    List<MessageState> named = List.of();
    long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
    while (named.isEmpty() && System.nanoTime() < deadline) {
      Inspection seen = zero.inspect(Duration.ofSeconds(1).toNanos());
      named =
          seen == null ? named : seen.waits().stream().flatMap(w -> w.messages().stream()).toList();
    }
    arrives(8, 1);
    isReceived(2);
    waiter.join();
    assertThat(named).extracting(MessageState::tag).containsExactly(1, 2);
  }
}
