package org.purempi.collective;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.Op;
import org.purempi.device.Device;
import org.purempi.layout.Layout;
import org.purempi.protocol.Engine;
import org.purempi.protocol.Header;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Peers;
import org.purempi.protocol.Receiving;
import org.purempi.protocol.Sending;
import org.purempi.protocol.Urgency;
import org.purempi.protocol.Waiting;
import org.purempi.reduction.Reductions;

/**
 * Performs each step when it is written: the schedule of a blocking operation. One per {@link
 * Peers}, used again and again, by one thread at a time.
 */
final class BlockingSchedule implements Schedule {
  /** Who copies longer than this takes, some microseconds, lets messages in between. */
  private static final long PIECE_BYTES = 16 << 10;

  /** Instead of a tag. */
  private static final int NONE = -1;

  private final Peers peers;
  private final Engine engine;
  private final Sending sending;
  private final Receiving receiving;
  private final Waiting waiting;
  private final long context;
  private final int rank;
  private final int size;
  private @Nullable Operation[] underWay = new @Nullable Operation[8];
  private int begun;
  private int tag;
  private int signature;

  private final ScratchPool scratch = new ScratchPool();

  /** Whose scratch memory is; null: the host's. */
  private @Nullable Device device;

  BlockingSchedule(Peers peers) {
    this.peers = peers;
    this.engine = peers.engine();
    this.sending = engine.sending();
    this.receiving = engine.receiving();
    this.waiting = engine.waiting();
    this.context = peers.collectiveContext();
    this.rank = peers.rank();
    this.size = peers.size();
  }

  /** Begins the next operation; forgets one that an error has ended. */
  void begin() {
    if (begun > 0) {
      // What was under way then is left to the protocol, its scratch memory with it.
      Arrays.fill(underWay, null);
      begun = 0;
      scratch.forget();
    }
    scratch.takeBack();
    device = null;
    tag = NONE;
    signature = 0;
  }

  /** Ends the operation: completes what is under way. */
  void end() {
    tag();
    round();
  }

  /** Taken with the first message, or at the end: a call with a wrong argument is none. */
  private int tag() {
    if (tag == NONE) {
      tag = peers.nextCollectiveTag();
    }
    return tag;
  }

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void sign(int ofOperation) {
    signature = ofOperation;
  }

  private long tagWord(Buf buf) {
    return Header.signed(Header.tagWord(tag(), buf.datatype()), signature);
  }

  @Override
  public void send(Buf buf, int peer) {
    add(sending.startTagged(peers, context, buf, peer, tagWord(buf), Urgency.AT_ONCE));
  }

  @Override
  public void distribute(Buf buf, int peer) {
    add(sending.startTagged(peers, context, buf, peer, tagWord(buf), Urgency.AWAITED));
  }

  @Override
  public void receive(Buf buf, int peer) {
    add(receiving.start(peers, context, buf, peer, tag(), signature));
  }

  private void add(Operation op) {
    if (begun == underWay.length) {
      underWay = Arrays.copyOf(underWay, 2 * begun);
    }
    underWay[begun++] = op;
  }

  @Override
  public void round() {
    for (int i = 0; i < begun; i++) {
      Operation op = underWay[i];
      underWay[i] = null;
      if (op != null) {
        waiting.waitIgnoringStatus(op);
      }
    }
    begun = 0;
  }

  @Override
  public void exchange(Buf out, int dest, Buf in, int source) {
    // A short message has left when startSend returns; a long one leaves while this rank waits for
    // the other message. Neither needs a receive operation of its own.
    add(sending.startTagged(peers, context, out, dest, tagWord(out), Urgency.SOON));
    receiving.receive(peers, context, in, source, tag(), signature);
    round();
  }

  @Override
  public void sendNow(Buf buf, int peer) {
    sending.sendTagged(peers, context, buf, peer, tagWord(buf));
    round();
  }

  @Override
  public void receiveNow(Buf buf, int peer) {
    receiving.receive(peers, context, buf, peer, tag(), signature);
    round();
  }

  @Override
  public void reduce(Buf in, Buf inout, Op op) {
    Reductions.apply(op, in, inout);
  }

  @Override
  public void copy(Buf from, Buf to) {
    Layout.copy(from, to);
  }

  @Override
  public void copyMeanwhile(Buf from, Buf to) {
    long bytes = from.bytes();
    boolean isWhole =
        bytes <= PIECE_BYTES
            || !Layout.contiguous(from.datatype())
            || !Layout.contiguous(to.datatype());
    if (isWhole) {
      Layout.copy(from, to);
      return;
    }
    Buf origin = from.asBytes();
    Buf target = to.asBytes();
    for (long at = 0; at < bytes; at += PIECE_BYTES) {
      long piece = Math.min(PIECE_BYTES, bytes - at);
      Layout.copy(origin.slice(at, piece), target.slice(at, piece));
      engine.locked(engine.progress()::look);
    }
  }

  @Override
  public Buf scratch(Datatype type, long count) {
    return scratch.take(device, type, count);
  }

  @Override
  public void scratchOn(@Nullable Device its) {
    device = its;
  }
}
