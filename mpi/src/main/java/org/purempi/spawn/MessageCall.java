package org.purempi.spawn;

import org.purempi.Buf;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.transport.tcp.JobKey;

/** Two leaders that reach each other already: by messages (section 7.6.2). */
final class MessageCall implements Call {
  private final Peers through;
  private final int other;
  private final int tag;
  private final Lot lot;

  /**
   * A call.
   *
   * @param through ranks to which both leaders belong
   * @param other the other leader's rank among them
   */
  MessageCall(Peers through, int other, int tag) {
    this.through = through;
    this.other = other;
    this.tag = tag;
    byte[] mine = Lot.draw();
    byte[] theirs = new byte[Lot.BYTES];
    swap(Buf.of(mine), Buf.of(theirs));
    this.lot = Lot.of(mine, theirs, "messages");
  }

  private void swap(Buf mine, Buf theirs) {
    Engine engine = through.engine();
    long context = through.creationContext();
    Operation receive = engine.receiving().start(through, context, theirs, other, tag);
    engine.sending().send(through, context, mine, other, tag);
    engine.waiting().waitIgnoringStatus(receive);
  }

  @Override
  public boolean isHost() {
    return lot.isHost();
  }

  @Override
  public JobKey key(String link) {
    return lot.key().derive("link " + link);
  }

  @Override
  public byte[] swap(byte[] mine, long deadlineNanos) {
    long[] length = {0};
    swap(Buf.of(new long[] {mine.length}), Buf.of(length));
    byte[] theirs = new byte[Math.toIntExact(length[0])];
    swap(Buf.of(mine), Buf.of(theirs));
    return theirs;
  }

  @Override
  public void close() {}
}
