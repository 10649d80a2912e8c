package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Status;
import org.purempi.check.Check;
import org.purempi.layout.Layout;
import org.purempi.matching.Posted;
import org.purempi.progress.Fields;
import org.purempi.tool.MessageState;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;

/** A receive. Can be prepared again once it is done. */
public final class ReceiveOperation extends Operation implements Incoming {
  /** The receive's place in the queue of posted receives. */
  static final class Slot extends Posted {
    final ReceiveOperation operation;

    Slot(ReceiveOperation operation) {
      this.operation = operation;
    }
  }

  private static final VarHandle RELEASED =
      Fields.handle(MethodHandles.lookup(), "released", boolean.class);

  final Slot slot = new Slot(this);

  @SuppressWarnings("UnusedVariable") // read and written by RELEASED
  private boolean released;

  /** The longest array that every JVM makes. */
  private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** What a report is told instead of the room for a message of any length. */
  private static final long UNKNOWN_BYTES = -1;

  private static final byte[] NOTHING = {};

  private final Destination to = new Destination();
  private long capacityBytes;

  private Peers peers;
  private int source;
  private int tag;
  private long totalBytes;
  private long expectedBytes;
  private long takenBytes;
  private boolean cancelled;
  private boolean ofAny;
  private byte[] ownBytes = NOTHING;

  /** The buffer, for the checker; null if it is off. */
  private @Nullable Buf typed;

  /** Of the collective operation that it belongs to; 0 if it belongs to none. */
  int signature;

  /** Its number in the checker's trace; negative if it has none. */
  int traced = -1;

  /** Whether its rank waits for it before it does anything else in its communicator. */
  private boolean isOfBlocking;

  /** This receive's number while data streams to it; 0 if none. */
  int id;

  /** Whether {@link SpareReceives} has it: what else has it needs it as it is, or is garbage. */
  private final boolean isSpare;

  ReceiveOperation(Peers peers, boolean isSpare) {
    this.peers = peers;
    this.isSpare = isSpare;
  }

  @Override
  protected int partner() {
    return slot.source >= 0 ? peers.process(slot.source) : NOBODY; // any source, or no process
  }

  @Override
  public void letGoOfBuffer() {
    if (isSpare) {
      to.clear();
    }
  }

  @Override
  public void release() {
    letGoOfBuffer();
    // Release: whoever takes it for another message writes after all that was read.
    RELEASED.setRelease(this, true);
  }

  /** Whether another message may use it. Inside the lock. */
  boolean isReleased() {
    return (boolean) RELEASED.getAcquire(this);
  }

  /** Receives into contiguous memory. */
  void prepare(Peers ranks, Object base, long offsetBytes, long bytes, int from, int withTag) {
    ranks.engine().meets(base);
    to.set(base, offsetBytes, bytes);
    prepare(ranks, bytes, from, withTag);
  }

  /** Receives into a buffer of any layout. */
  void prepare(Peers ranks, Buf buf, int from, int withTag) {
    if (Layout.contiguous(buf.datatype())) {
      prepare(ranks, buf.base(), buf.offsetBytes(), buf.bytes(), from, withTag);
    } else {
      ranks.engine().meets(buf.base());
      to.set(buf);
      prepare(ranks, buf.bytes(), from, withTag);
    }
    if (Check.ON) {
      typed = buf;
    }
  }

  /** Receives a message of any length into an array that is made when the length is known. */
  void prepareOfAny(Peers ranks, int from, int withTag) {
    to.clear();
    prepare(ranks, LONGEST_ARRAY, from, withTag);
    ofAny = true;
  }

  private void prepare(Peers ranks, long bytes, int from, int withTag) {
    again();
    typed = null;
    released = false;
    ofAny = false;
    peers = ranks;
    capacityBytes = bytes;
    cancelled = false;
    takenBytes = 0;
    id = 0;
    signature = 0;
    slot.source = from;
    slot.tag = withTag;
  }

  /** Whether a request waits for it, which can be waited for again. */
  boolean isRequest() {
    return signature == 0 && !isOfBlocking;
  }

  /** It belongs to a collective operation. */
  void sign(int ofCollective, boolean isBlocking) {
    signature = ofCollective;
    isOfBlocking = isBlocking;
  }

  /**
   * The message is of another collective operation, for all one sees: so it fails if that is so.
   */
  void meet(int theirs) {
    MpiException mismatch = Mismatch.between(peers, signature, source, theirs);
    if (mismatch != null) {
      fail(mismatch);
    }
    Buf mine = typed;
    if (Check.ON && signature == 0 && mine != null) {
      peers.engine().checker().received(theirs, totalBytes, mine, source, tag, peers.label());
    }
  }

  /** Whether this receive and a message show that ranks call collectives that do not match. */
  @Nullable MpiException mistake(Arrival a) {
    int later = a.tag - slot.tag & Peers.COLLECTIVE_TAGS - 1;
    boolean isSame = a.tag == slot.tag; // those of persistent collectives are counted apart
    MpiException mismatch = Mismatch.between(peers, signature, a.source, a.signature);
    if (isSame && mismatch != null) {
      return mismatch;
    }
    // Messages of one rank come in order: of the call before, there will be none.
    boolean hasPassed =
        isOfBlocking
            && a.source == slot.source
            && !isSame
            && later < Peers.COLLECTIVE_TAGS / 2
            && Math.max(a.tag, slot.tag) < Peers.COLLECTIVE_TAGS;
    return hasPassed ? Mismatch.passed(peers, signature, a.source, a.signature) : null;
  }

  /** The message that will be received is known now. */
  void begin(int from, int withTag, long bytes) {
    source = from;
    tag = withTag;
    totalBytes = bytes;
    expectedBytes = bytes;
    if (ofAny) {
      makeRoom();
    }
  }

  /** If there is none, the sender is not kept waiting, and who asked for the message is told. */
  private void makeRoom() {
    try {
      ownBytes = new byte[(int) wantedBytes()];
    } catch (OutOfMemoryError e) {
      fail(
          new MpiException(
              ErrorClass.NO_MEM,
              rankThat("has no memory for")
                  + ": the message is lost; give the JVM a larger heap (-Xmx), or send it in parts",
              e));
      ownBytes = NOTHING;
      capacityBytes = 0;
    }
    to.set(ownBytes, 0, ownBytes.length);
  }

  /** No message will come: what is reported of it is what was asked for. */
  void beginNothing() {
    begin(slot.source, slot.tag, 0);
  }

  /** The array of a receive of any length, once it is done. */
  public byte[] ownBytes() {
    return ownBytes;
  }

  /** Only as much as fits is streamed to this receive; it goes by {@code number}. */
  void streamAs(int number) {
    id = number;
    expectedBytes = wantedBytes();
  }

  /** Whether a message can be from this rank: whether there is one. */
  boolean canBeFrom(int from) {
    return from < peers.size();
  }

  @Override
  public boolean piece(MemorySegment memory, long offset, int bytes) {
    if (bytes > expectedBytes - takenBytes) {
      throw new MalformedException("more data than it announced");
    }
    long room = capacityBytes - takenBytes;
    if (room > 0 && error() == null) {
      note(to.write(memory, offset, Math.min(room, bytes), wantedBytes() - takenBytes));
    }
    takenBytes += bytes;
    return takenBytes >= expectedBytes && end();
  }

  /** All of it has come. */
  private boolean end() {
    note(to.flush());
    return true;
  }

  private void note(@Nullable RuntimeException failure) {
    if (failure != null) {
      fail(notWritable(failure));
    }
  }

  /** Copies what is wanted out of the sender's buffer; false if that is not possible. */
  boolean take(Lease lent) {
    try {
      return to.take(lent, wantedBytes()) && end();
    } catch (IllegalStateException | MpiException e) {
      note(e);
      return true;
    }
  }

  @Override
  public @Nullable RuntimeException error() {
    RuntimeException unsettled = isDone() ? to.settle(wantedBytes()) : null;
    return unsettled != null ? notWritable(unsettled) : super.error();
  }

  /** This may be anybody's poll: the message has to be taken all the same. */
  private RuntimeException notWritable(RuntimeException e) {
    if (e instanceof MpiException) {
      return e;
    }
    return new MpiException(
        ErrorClass.BUFFER,
        "rank "
            + peers.rank()
            + " cannot write what it received from rank "
            + source
            + " on "
            + peers.label()
            + " into its buffer ("
            + e.getMessage()
            + "): use memory that any thread may use, such as Arena.ofShared() or ofAuto() gives,"
            + " and close it after the receive is complete",
        e);
  }

  /** Where the next {@code bytes} bytes go, if any thread may put them there at once; or null. */
  @Nullable MemorySegment landing(int bytes) {
    return to.landing(takenBytes, bytes, capacityBytes);
  }

  /** They are there; whether that was all. */
  boolean landed(int bytes) {
    takenBytes += bytes;
    to.landed(takenBytes);
    return takenBytes >= expectedBytes;
  }

  /** Whether its message comes from a process; once it is known. */
  boolean isMatchedWith(int process) {
    return peers.process(source) == process;
  }

  boolean isOf(Peers ranks) {
    return Peers.pointToPoint(peers.context()) == ranks.context();
  }

  /** Whether its message is on its way, and has not all come. */
  boolean isUnderWay() {
    return id != 0 && !isDone();
  }

  /** The rank its message comes from, once it is known. */
  int source() {
    return source;
  }

  /** What it waits for, in words that follow the communicator's name. */
  String wanted() {
    if (signature != 0) {
      return " in " + Signature.text(signature) + " for rank " + slot.source;
    }
    return slot.isQueued()
        ? Inspection.wanted(slot.source, slot.tag)
        : Inspection.wanted(source, tag);
  }

  /** The bytes that fit. */
  long wantedBytes() {
    return Math.min(totalBytes, capacityBytes);
  }

  /** All that was wanted has come: was it as much as there is room for, or may it be less? */
  void checkLength() {
    if (totalBytes != capacityBytes && error() == null) {
      checkOtherLength();
    }
  }

  private void checkOtherLength() {
    if (signature != 0 && (totalBytes > capacityBytes || !Signature.takesShorter(signature))) {
      fail(Mismatch.length(peers, signature, source, totalBytes, capacityBytes));
    } else if (totalBytes > capacityBytes) {
      fail(Mismatch.truncated(rankThat("received"), capacityBytes));
    }
  }

  private String rankThat(String didWhat) {
    return "rank %d %s %d bytes from rank %d with tag %d on %s"
        .formatted(peers.rank(), didWhat, totalBytes, source, tag, peers.label());
  }

  @Override
  void cancel(Engine engine) {
    boolean isUnmatched = isSuspended() && engine.failures.acknowledgements.resume(this);
    if (isUnmatched || (!isDone() && engine.contexts.queues(peers.context()).remove(slot))) {
      cancelled = true;
      fail(null);
      begin(Mpi.ANY_SOURCE, Mpi.ANY_TAG, 0);
      engine.progress.complete(this);
    }
  }

  /** For a report: what it waits for. */
  MessageState state(long context) {
    boolean matched = !slot.isQueued();
    return Inspection.message(
        matched ? MessageState.Kind.RECEIVING : MessageState.Kind.RECEIVE,
        peers,
        context,
        matched ? source : slot.source,
        matched ? tag : slot.tag,
        matched ? totalBytes : ofAny ? UNKNOWN_BYTES : capacityBytes,
        takenBytes);
  }

  /** Whose ranks its source is one of. */
  Peers peers() {
    return peers;
  }

  @Override
  public Status status() {
    return new Status(source, tag, wantedBytes(), cancelled, errorClass());
  }
}
