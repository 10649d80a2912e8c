package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Buf;
import org.purempi.Status;

/** Objects of several chunks, which here have a few bytes. */
@Timeout(60)
class ObjectReceiveTest {
  private static final int CHUNK_BYTES = 3;

  private final Peers sender;
  private final Peers receiver;
  private final List<Operation> sends = new ArrayList<>();

  ObjectReceiveTest() {
    Pair pair = Pair.of(1 << 20);
    sender = pair.zero();
    receiver = pair.one();
  }

  private void send(byte firstByte, int announced) {
    byte[] head = ObjectReceive.withHead(new byte[] {firstByte, 2, 3}, 2, announced);
    start(sender.context(), head, 7);
    start(sender.announcedContext(), new byte[] {4, 5, firstByte}, announced);
    start(sender.announcedContext(), new byte[] {6}, announced - 1);
  }

  private void start(long context, byte[] data, int tag) {
    sends.add(sender.engine().sending().start(sender, context, Buf.of(data), 1, tag));
  }

  private ObjectReceive receive() {
    ObjectReceive receive = new ObjectReceive(receiver, 0, 7, CHUNK_BYTES);
    receive.start();
    return receive;
  }

  private void check(ObjectReceive receive, int firstByte) {
    Status status = receiver.engine().waiting().waitFor(receive);
    assertThat(receive.chunks())
        .containsExactly(
            new byte[] {(byte) firstByte, 2, 3},
            new byte[] {4, 5, (byte) firstByte},
            new byte[] {6});
    assertThat(status).isEqualTo(new Status(0, 7, 7));
  }

  @Test
  void severalThatAreUnderWayAtOnceKeepTheirChunks() {
    ObjectReceive before = receive();
    send((byte) 1, -10);
    send((byte) 11, -20);
    ObjectReceive after = receive();
    check(after, 11);
    check(before, 1);
    sends.forEach(sender.engine().waiting()::waitFor);
  }
}
