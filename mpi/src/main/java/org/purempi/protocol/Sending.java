package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.progress.Progress;
import org.purempi.setting.Setting;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;
import org.purempi.watch.Watch;

/**
 * One rank's sends: the only place that makes the frames in which messages go out or are announced.
 * Any thread; each public method takes the rank's lock.
 */
public final class Sending {
  /** Longer messages ask before they are sent. */
  static final long FRAGMENTED_BYTES = 64 << 10;

  /** A rank that only sends looks at what has arrived after so many messages, a power of two. */
  private static final int SENDS_PER_POLL = 32;

  /** The sends that a receiver will answer, by the numbers that it answers with. */
  final IdTable<SendOperation> announced = new IdTable<>();

  /** Messages of up to so many bytes never wait for their receives: some programs rely on it. */
  final long unaskedBytes = Setting.EAGER.number();

  private final Engine engine;
  private final Progress progress;
  private final Operation sent = new FinishedOperation(Status.EMPTY);
  private final ContiguousCursor cursor = new ContiguousCursor();
  private int sendsSincePoll;

  /** Messages sent whole, and their data, for tools. */
  long eager;

  long eagerBytes;

  /** A send that is done may still be in the transport. */
  private boolean hasKept;

  /** The operation of blocking sends, used again and again; null while in use. */
  private @Nullable SendOperation spare;

  Sending(Engine engine) {
    this.engine = engine;
    this.progress = engine.progress;
    progress.complete(sent);
    engine.frames.register(Header.GO, this::go);
    engine.frames.register(Header.DONE, this::done);
  }

  // ---- Frames

  /** Offers the frame of a message, or its first. */
  static Offer offer(
      Peer to,
      int kind,
      int id,
      long context,
      int rank,
      long tagWord,
      long word2,
      Source source,
      int bytes) {
    return to.endpoint.offer(
        Header.word0(kind, id, tagWord), Header.word1(context, rank), word2, source, bytes);
  }

  /** As {@link #offer} of a whole message, which may stay to travel with others. */
  private static Offer offerSoon(
      Peer to, long context, int rank, long tagWord, Source source, int bytes) {
    return to.endpoint.offerSoon(
        Header.word0(Header.EAGER, 0, tagWord), Header.word1(context, rank), 0, source, bytes);
  }

  /** Offers the announcement of a message of which nothing is sent, with what is lent of it. */
  static Offer announce(
      Peer to, int id, long context, int rank, long tagWord, long bytes, long lent) {
    int payload = lent == Transport.NONE ? 0 : Long.BYTES;
    return to.endpoint.offer(
        Header.word0(Header.RTS, id, tagWord),
        Header.word1(context, rank),
        Header.word2(bytes, tagWord),
        to.descriptor(lent, payload),
        payload);
  }

  // ---- Starting

  /** Sends contiguous memory; returns when it may be written again ({@code MPI_Send}). */
  public void send(
      Peers to, long context, Object base, long offsetBytes, long bytes, int dest, long tagWord) {
    progress.enter();
    try {
      Peer peer = to.peer(dest);
      engine.meets(base);
      if (Watch.ON) {
        engine.watch().handed(peer.index, bytes);
      }
      if (bytes <= peer.eagerBytes && !peer.held && peer.isClear()) {
        cursor.reset(base, offsetBytes, bytes);
        Offer offer =
            offer(peer, Header.EAGER, 0, context, to.rank(), tagWord, 0, cursor, (int) bytes);
        if (offer == Offer.OK) {
          note(context, peer);
          eagerBytes += bytes;
          if ((++eager & (SENDS_PER_POLL - 1)) == 0) {
            progress.look();
          }
          return;
        }
      }
      SendOperation send = takeSpare(peer);
      send.prepare(base, offsetBytes, bytes);
      send.address(peer, context, to.rank(), tagWord, Urgency.AWAITED);
      note(context, peer);
      sendAndWait(peer, send);
    } finally {
      progress.leave();
    }
  }

  /** Sends a buffer of any layout; returns when it may be written again. */
  public void send(Peers to, long context, Buf buf, int dest, int tag) {
    sendTagged(to, context, buf, dest, Header.tagWord(tag, buf));
  }

  /** As {@link #send(Peers, long, Buf, int, int)}, with a tag word in place of the tag. */
  public void sendTagged(Peers to, long context, Buf buf, int dest, long tagWord) {
    if (Layout.contiguous(buf.datatype())) {
      send(to, context, buf.base(), buf.offsetBytes(), buf.bytes(), dest, tagWord);
    } else {
      engine
          .waiting()
          .waitIgnoringStatus(startTagged(to, context, buf, dest, tagWord, Urgency.SOON));
    }
  }

  /** A message has gone out in one frame, or will. */
  void wentWhole(long bytes) {
    eager++;
    eagerBytes += bytes;
  }

  private void pollNowAndThen() {
    if (++sendsSincePoll >= SENDS_PER_POLL) {
      sendsSincePoll = 0;
      progress.look();
    }
  }

  private void sendAndWait(Peer peer, SendOperation send) {
    peer.send(send);
    progress.await(send);
    spare = send;
    Waiting.throwError(send);
  }

  private SendOperation takeSpare(Peer peer) {
    SendOperation send = spare;
    spare = null;
    return send != null ? send : new SendOperation(engine, peer);
  }

  /**
   * Starts a send ({@code MPI_Isend}). It may travel together with what follows: somebody must wait
   * for the operation, or any other, or test it.
   */
  public Operation start(Peers to, long context, Buf buf, int dest, int tag) {
    return start(to, context, buf, dest, tag, Urgency.SOON);
  }

  /** Starts a send, which leaves when its urgency says. */
  public Operation start(Peers to, long context, Buf buf, int dest, int tag, Urgency urgency) {
    return startTagged(to, context, buf, dest, Header.tagWord(tag, buf), urgency);
  }

  /** As above, with a tag word in place of the tag. */
  public Operation startTagged(
      Peers to, long context, Buf buf, int dest, long tagWord, Urgency urgency) {
    progress.enter();
    try {
      Operation send = begin(to, to.peer(dest), context, buf, tagWord, urgency);
      pollNowAndThen();
      return send;
    } finally {
      progress.leave();
    }
  }

  /** Starts a send inside the lock, without a look at what has arrived. */
  Operation begin(Peers to, Peer peer, long context, Buf buf, long tagWord, Urgency urgency) {
    if (Watch.ON) {
      engine.watch().handed(peer.index, buf.bytes());
    }
    engine.meets(buf.base());
    boolean mayBeKept = urgency == Urgency.SOON;
    if (urgency != Urgency.SYNCHRONOUS && offerAtOnce(to, peer, context, buf, tagWord, mayBeKept)) {
      note(context, peer);
      return sent;
    }
    SendOperation send = new SendOperation(engine, peer);
    send.prepare(buf);
    send.address(peer, context, to.rank(), tagWord, urgency);
    note(context, peer);
    peer.send(send);
    return send;
  }

  /** A message is on its way. */
  private void note(long context, Peer peer) {
    if (Check.ON) {
      engine.order.sends(context, peer.index);
    }
  }

  private boolean offerAtOnce(
      Peers to, Peer peer, long context, Buf buf, long tagWord, boolean mayBeKept) {
    long bytes = buf.bytes();
    if (bytes > peer.eagerBytes || peer.held || !peer.isClear()) {
      return false;
    }
    Source source =
        Layout.contiguous(buf.datatype())
            ? cursor.reset(buf.base(), buf.offsetBytes(), bytes)
            : Layout.source(buf);
    Offer offer =
        mayBeKept
            ? offerSoon(peer, context, to.rank(), tagWord, source, (int) bytes)
            : offer(peer, Header.EAGER, 0, context, to.rank(), tagWord, 0, source, (int) bytes);
    boolean isTaken = offer == Offer.OK || offer == Offer.KEPT;
    if (isTaken) {
      hasKept |= offer == Offer.KEPT;
      wentWhole(bytes);
    }
    return isTaken;
  }

  /** Who waits or looks wants to see things move: what was kept to travel together leaves now. */
  public void push() {
    if (hasKept) {
      progress.enter();
      try {
        hasKept = false;
        engine.transport().push();
      } finally {
        progress.leave();
      }
    }
  }

  // ---- What receivers answer

  private void go(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    SendOperation send = announced.get(Header.id(word0));
    if (send != null) {
      Peer peer = engine.peer(from);
      requireAnswerOf(peer, send, word2 >= 0);
      send.go((int) word1, word2);
      peer.stream(send);
    }
  }

  private void done(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    SendOperation send = announced.get(Header.id(word0));
    if (send != null) {
      requireAnswerOf(engine.peer(from), send, true);
      send.acknowledged();
    }
  }

  private static void requireAnswerOf(Peer peer, SendOperation send, boolean isSound) {
    if (!send.isTo(peer) || !isSound) {
      throw new MalformedException("an answer to a question that was not asked");
    }
  }
}
