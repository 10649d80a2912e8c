package org.purempi.protocol;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.device.DeviceMemory;
import org.purempi.layout.ContiguousCursor;
import org.purempi.layout.Layout;
import org.purempi.tool.MessageState;
import org.purempi.transport.Endpoint;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;

/** A send that did not go out at once. Can be prepared again once it is done. */
public final class SendOperation extends Operation {
  private static final Status SENT = Status.EMPTY;

  /** Up to here one of several messages under way is better sent than lent, too. */
  private static final long WINDOW_BYTES = 32 << 10;

  private enum Stage {
    FIRST,
    FRAGMENTS,
    ASKED,
    STREAM
  }

  private final Engine engine;
  private final ContiguousCursor cursor = new ContiguousCursor();
  private Source source = cursor;
  private Peer peer;
  private long context;
  private int rank;
  private long tagWord;
  private long bytes;

  /** Whether any thread may read the buffer: not if its arena is confined. */
  private boolean lendable;

  private Urgency urgency = Urgency.AT_ONCE;

  private Stage stage = Stage.FIRST;
  private int id;
  private long descriptor = Transport.NONE;

  /** Whether the receiver has been asked and has not answered. */
  private boolean isAnnounced;

  private int receiveId;
  private long streamEnd;
  private long sentBytes;

  SendOperation(Engine engine, Peer peer) {
    this.engine = engine;
    this.peer = peer;
  }

  /** Sends contiguous memory. */
  void prepare(Object base, long offsetBytes, long length) {
    if (base instanceof DeviceMemory memory) {
      prepare(Buf.of(memory, offsetBytes, length, Datatype.BYTE));
      return;
    }
    cursor.reset(base, offsetBytes, length);
    source = cursor;
    bytes = length;
    lendable = isLendable(base);
  }

  /** Sends a buffer of any layout. */
  void prepare(Buf buf) {
    if (buf.base() instanceof DeviceMemory memory) {
      requireOpen(memory);
      source = new DeviceSend(Layout.source(buf));
      bytes = buf.bytes();
      lendable = true;
    } else if (Layout.contiguous(buf.datatype())) {
      prepare(buf.base(), buf.offsetBytes(), buf.bytes());
    } else {
      source = Layout.source(buf);
      bytes = buf.bytes();
      lendable = isLendable(buf.base());
    }
  }

  private static void requireOpen(DeviceMemory memory) {
    if (!memory.isOpen()) {
      throw new MpiException(
          ErrorClass.BUFFER, "a buffer that was to be sent has been freed: " + memory);
    }
  }

  /**
   * Whether any thread may read it.
   *
   * @throws MpiException if not even this one may: before the message is announced to anybody
   */
  private static boolean isLendable(Object base) {
    if (!(base instanceof MemorySegment segment)) {
      return true;
    }
    if (!segment.scope().isAlive()) {
      throw new MpiException(
          ErrorClass.BUFFER, "the arena of a buffer that was to be sent has been closed");
    }
    if (segment.isAccessibleBy(STRANGER)) {
      return true;
    }
    if (!segment.isAccessibleBy(Thread.currentThread())) {
      throw new MpiException(
          ErrorClass.BUFFER,
          "thread "
              + Thread.currentThread().getName()
              + " cannot read a buffer that belongs to another thread: use memory that any thread"
              + " may use, such as Arena.ofShared() or ofAuto() gives");
    }
    return false;
  }

  void address(Peer to, long inContext, int fromRank, long withTagWord, Urgency withUrgency) {
    again();
    peer = to;
    context = inContext;
    rank = fromRank;
    tagWord = withTagWord;
    urgency = withUrgency;
    stage = Stage.FIRST;
    id = 0;
    descriptor = Transport.NONE;
    sentBytes = 0;
  }

  @Override
  protected int partner() {
    return peer.index;
  }

  boolean isOf(Peers ranks) {
    return Peers.pointToPoint(context) == ranks.context();
  }

  /**
   * Whatever has not left yet leaves in a poll, maybe one of another thread: a buffer that only its
   * own thread may read is copied.
   */
  void keepForStrangers() {
    if (lendable || isDone() || sentBytes == bytes) {
      return;
    }
    MemorySegment copy = Arena.ofAuto().allocate(bytes);
    source.position(0);
    source.read(copy, 0, bytes);
    source = cursor.reset(copy, 0, bytes);
    source.position(sentBytes);
  }

  /** Offers the frames that must go out in order; true when the next message may go. */
  boolean advance() {
    if (stage == Stage.FIRST) {
      return offerFirst();
    }
    return offerFragments();
  }

  private boolean offerFirst() {
    int most = peer.endpoint.maxPayloadBytes();
    boolean mayBeEager = !peer.held;
    if (mayBeEager && bytes <= peer.eagerBytes) {
      return offerEager();
    }
    if (peer.announcements.areTooMany()) {
      return false;
    }
    boolean isUnasked = mayBeEager && !isSynchronous() && isBetterUnasked();
    if (descriptor == Transport.NONE && bytes > 0 && lendable && !isUnasked) {
      descriptor = peer.endpoint.lend(source);
    }
    if (mayBeEager && descriptor == Transport.NONE) {
      if (bytes <= most) {
        return offerEager();
      }
      if (isUnasked || (!isSynchronous() && bytes <= Sending.FRAGMENTED_BYTES)) {
        return offerHead();
      }
    }
    return offerRequest();
  }

  private boolean isSynchronous() {
    return urgency == Urgency.SYNCHRONOUS;
  }

  private boolean isBetterUnasked() {
    return bytes <= engine.sending().unaskedBytes
        || (bytes <= mostBetterSent() && peer.endpoint.isFreeSoonerIfSent(bytes));
  }

  private long mostBetterSent() {
    return switch (urgency) {
      case AWAITED -> Long.MAX_VALUE;
      case SOON -> WINDOW_BYTES;
      case AT_ONCE, SYNCHRONOUS -> 0;
    };
  }

  private boolean offerHead() {
    if (!offer(Header.HEAD, 0, bytes, peer.endpoint.pieceBytes())) {
      return isDone();
    }
    forget();
    engine.gauges.fragmented++;
    engine.gauges.fragmentedBytes += bytes;
    stage = Stage.FRAGMENTS;
    return offerFragments();
  }

  private boolean offerEager() {
    if (!isSynchronous()) {
      if (!offer(Header.EAGER, 0, 0, (int) bytes)) {
        return isDone();
      }
      forget();
      engine.sending().wentWhole(bytes);
      end();
      return true;
    }
    if (id == 0) {
      id = engine.sending().announced.add(this);
    }
    if (!offer(Header.EAGER_SYNC, id, Header.id(tagWord), (int) bytes)) {
      return isDone();
    }
    engine.sending().wentWhole(bytes);
    stage = Stage.ASKED;
    return true;
  }

  private boolean offerRequest() {
    if (id == 0) {
      id = engine.sending().announced.add(this);
    }
    Offer offer = Sending.announce(peer, id, context, rank, tagWord, bytes, descriptor);
    if (offer == Offer.FAILED) {
      lost();
    }
    if (offer != Offer.OK) {
      return isDone();
    }
    stage = Stage.ASKED;
    isAnnounced = true;
    peer.announcements.sent();
    engine.gauges.announced++;
    engine.gauges.announcedBytes += bytes;
    engine.news.announced(context, peer.index, Header.tag(tagWord), bytes);
    return true;
  }

  private boolean offerFragments() {
    int most = peer.endpoint.pieceBytes();
    while (sentBytes < bytes) {
      if (!offer(Header.MORE, 0, 0, (int) Math.min(most, bytes - sentBytes))) {
        return isDone();
      }
    }
    end();
    return true;
  }

  /** It has all been sent; or what could not be read was sent as zeros. */
  private void end() {
    if (source instanceof DeviceSend ofDevice && ofDevice.failure() != null) {
      fail(ofDevice.failure());
    }
    engine.progress.complete(this);
  }

  private boolean offer(int kind, int withId, long word2, int length) {
    Offer offer = Sending.offer(peer, kind, withId, context, rank, tagWord, word2, source, length);
    if (offer == Offer.OK) {
      sentBytes += length;
      return true;
    }
    if (offer == Offer.FAILED) {
      lost();
    }
    return false;
  }

  /** The receiver says: send {@code wantedBytes} to its receive {@code toReceive}. */
  void go(int toReceive, long wantedBytes) {
    source.position(0);
    sentBytes = 0;
    streamEnd = Math.min(bytes, wantedBytes);
    receiveId = toReceive;
    stage = Stage.STREAM;
    forget();
  }

  /** Offers the frames of a rendezvous; true when all are out. */
  boolean stream() {
    while (sentBytes < streamEnd) {
      if (streamFrame() == 0) {
        return false;
      }
    }
    if (!isDone()) {
      end();
    }
    return true;
  }

  /** Offers one frame, or what is left of it; how many bytes went, or would have if it is lost. */
  long streamFrame() {
    long left = streamEnd - sentBytes;
    long word0 = Header.word0(Header.DATA, 0, 0);
    long taken = peer.endpoint.stream(word0, receiveId, 0, source, left);
    if (taken == Endpoint.LOST) {
      lost();
      taken = left;
    }
    sentBytes += taken;
    return taken;
  }

  /** The receiver has it all. */
  void acknowledged() {
    forget();
    end();
  }

  /** The receiver will not ask for anything, or not again: the number is free for another send. */
  private void forget() {
    if (isAnnounced) {
      isAnnounced = false;
      peer.announcements.answered();
    }
    if (id != 0) {
      engine.sending().announced.remove(id);
      id = 0;
    }
    if (descriptor != Transport.NONE) {
      peer.endpoint.reclaim(descriptor);
      descriptor = Transport.NONE;
    }
  }

  /** The process it goes to. */
  int process() {
    return peer.index;
  }

  /** The world in which it is sent. */
  int world() {
    Peers known = known();
    return known == null ? Peers.NO_WORLD : known.world();
  }

  private @Nullable Peers known() {
    return engine.contexts.known(Peers.pointToPoint(context));
  }

  long context() {
    return context;
  }

  /** Whether the receiver knows nothing of it yet. */
  boolean isUntouched() {
    return stage == Stage.FIRST && !isAnnounced;
  }

  /** Nobody will receive it. */
  void refused(MpiException why) {
    if (!isDone()) {
      forget();
      fail(why);
      engine.progress.complete(this);
    }
  }

  boolean isTo(Peer other) {
    return peer == other;
  }

  /** It can never be sent. */
  void lost() {
    if (isDone()) {
      return;
    }
    forget();
    Peers known = known();
    fail(
        engine.gone.lost(
            known,
            peer.index,
            "rank %d cannot send %d bytes with tag %d to %s any more: %s"
                .formatted(
                    rank,
                    bytes,
                    Header.tag(tagWord),
                    known == null
                        ? "process " + peer.index
                        : "rank " + known.rankOf(peer.index) + " on " + known.label(),
                    engine.gone.whyNot(known, peer.index, peer.endpoint.failure()))));
    engine.progress.complete(this);
  }

  /** Whether the receiver has part of it. */
  boolean isMoving() {
    return stage == Stage.STREAM || (stage == Stage.FRAGMENTS && sentBytes > 0);
  }

  int tag() {
    return Header.tag(tagWord);
  }

  /** Of the collective operation that it belongs to; 0 if that is not known. */
  int signature() {
    return Peers.isOfCollectives(context) ? Header.id(tagWord) : 0;
  }

  /** For a report: what it waits for. */
  MessageState state() {
    boolean moving = isMoving();
    Peers known = known();
    return Inspection.message(
        moving ? MessageState.Kind.SENDING : MessageState.Kind.SEND,
        known,
        context,
        known == null ? Mpi.UNDEFINED : known.rankOf(peer.index),
        tag(),
        bytes,
        moving ? sentBytes : 0);
  }

  @Override
  public Status status() {
    return SENT;
  }
}
