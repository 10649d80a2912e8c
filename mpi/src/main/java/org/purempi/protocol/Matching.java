package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.purempi.check.Check;
import org.purempi.matching.MatchQueues;
import org.purempi.progress.Progress;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Transport;

/**
 * Where messages and receives meet: what arrives goes to a posted receive or is kept, and a receive
 * takes what is kept or is posted. Inside the rank's lock.
 */
final class Matching {
  private static final ValueLayout.OfLong DESCRIPTOR = ValueLayout.JAVA_LONG_UNALIGNED;

  /** The receives that data streams to, by the numbers that their senders were told. */
  final IdTable<ReceiveOperation> streamed = new IdTable<>();

  /** Messages of one frame that a receive has taken at once, for tools. */
  private long taken;

  /** Messages of one frame that were kept. */
  private long kept;

  /** Other messages that receives have taken, or have begun to. */
  private long receivedOtherwise;

  private long receivedBytes;

  private final Engine engine;
  private final Progress progress;
  private final ContextTable contexts;
  private final SpareArrivals spares = new SpareArrivals();

  Matching(Engine engine) {
    this.engine = engine;
    this.progress = engine.progress;
    this.contexts = engine.contexts;
    engine.frames.register(Header.EAGER_SYNC, this::synchronous);
    engine.frames.register(Header.HEAD, this::head);
    engine.frames.register(Header.MORE, this::more);
    engine.frames.register(Header.RTS, this::announcement);
    engine.frames.register(Header.DATA, this::data);
  }

  // ---- A receive comes

  /** Gives a receive the message that it matches, or lets it wait for one. */
  void post(long context, ReceiveOperation receive) {
    if (Check.ON) {
      engine.order.posts(context, receive);
    }
    MatchQueues<ReceiveOperation.Slot, Arrival> queues = contexts.queues(context);
    Arrival a = queues.takeArrived(receive.slot.source, receive.slot.tag);
    if (a != null) {
      deliver(a, receive);
    } else if (engine.gone.isEmpty() || !engine.gone.fails(context, receive)) {
      queues.post(receive.slot);
      engine.flow.missedBy(receive);
    }
  }

  /** Gives a message that has arrived, or was announced, to its receive; nobody else has it. */
  void deliver(Arrival a, ReceiveOperation r) {
    if (engine.gone.refuses(a, r)) {
      return;
    }
    begin(r, a.source, a.tag, a.totalBytes);
    if (Check.ON) {
      engine.order.matched(r, a.peer.index, a.order);
    }
    if (a.signature != r.signature) {
      r.meet(a.signature);
    }
    if (!a.isRequest()) {
      deliverData(a, r);
    } else if (r.wantedBytes() == 0) {
      a.peer.control(Header.GO, a.senderId, 0, 0);
      complete(r);
    } else {
      deliverAnnounced(a, r);
    }
    spares.giveBack(a);
  }

  private void begin(ReceiveOperation r, int source, int tag, long bytes) {
    receivedOtherwise++;
    receivedBytes += bytes;
    r.begin(source, tag, bytes);
  }

  /** How many messages receives have taken. */
  long received() {
    return taken + receivedOtherwise;
  }

  /** The data of those. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** How many messages have come in one frame. */
  long eagerFrames() {
    return taken + kept;
  }

  private void deliverData(Arrival a, ReceiveOperation r) {
    if (a.arrivedBytes() < a.totalBytes && engine.gone.fails(a, r)) {
      a.peer.unexpected.refund(a);
      return;
    }
    boolean whole = r.piece(a.room, 0, a.arrivedBytes());
    a.peer.unexpected.refund(a);
    if (a.senderId != 0) {
      a.peer.control(Header.DONE, a.senderId, 0, 0);
    }
    if (whole) {
      complete(r);
    } else {
      a.peer.incoming = r;
    }
  }

  private void deliverAnnounced(Arrival a, ReceiveOperation r) {
    boolean isLent = a.descriptor != Transport.NONE;
    if (isLent && engine.gone.take(a, r)) {
      a.peer.control(Header.DONE, a.senderId, 0, 0);
      complete(r);
    } else if (!engine.gone.fails(a, r)) {
      int id = streamed.add(r);
      r.streamAs(id);
      a.peer.control(Header.GO, a.senderId, id, r.wantedBytes());
    }
  }

  /** All that was wanted has come. */
  private void complete(ReceiveOperation r) {
    r.checkLength();
    progress.complete(r);
  }

  // ---- A message comes

  void eager(int from, long word0, long word1, MemorySegment memory, long offset, int bytes) {
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    MatchQueues<ReceiveOperation.Slot, Arrival> queues = contexts.queues(Header.context(word1));
    int order = Check.ON ? engine.order.arrives(Header.context(word1), from) : 0;
    ReceiveOperation.Slot slot = queues.takePosted(source, tag);
    if (slot != null) {
      ReceiveOperation r = slot.operation;
      if (!r.canBeFrom(source)) {
        throw engine.gone.lost(r, from, noRank(source));
      }
      taken++;
      receivedBytes += bytes;
      r.begin(source, tag, bytes);
      if (Check.ON) {
        engine.order.matched(r, from, order);
      }
      if (Header.id(word0) != r.signature) {
        r.meet(Header.id(word0));
      }
      r.piece(memory, offset, bytes);
      complete(r);
    } else {
      kept++;
      Arrival a = spares.take(engine.peer(from), word0, word1, bytes);
      a.order = order;
      keep(queues, a, word1, memory, offset, bytes);
    }
  }

  private static String noRank(int source) {
    return "a message from rank " + source + " of a communicator that has none";
  }

  private void keep(
      MatchQueues<ReceiveOperation.Slot, Arrival> queues,
      Arrival a,
      long word1,
      MemorySegment memory,
      long offset,
      int bytes) {
    a.piece(memory, offset, bytes);
    a.peer.unexpected.charge(a);
    arrive(queues, word1, a);
  }

  /** Keeps a message until a receive takes it, if one may. */
  private void arrive(MatchQueues<ReceiveOperation.Slot, Arrival> queues, long word1, Arrival a) {
    if (engine.failures.isHopeless(Header.context(word1))) {
      engine.failures.drop(Header.context(word1), a);
    } else {
      queues.arrive(a);
      engine.news.unexpected(Header.context(word1), a);
    }
  }

  /** The receive that a message goes to, which has begun; null if none is posted. */
  private @Nullable ReceiveOperation begun(
      MatchQueues<ReceiveOperation.Slot, Arrival> queues,
      int from,
      long word0,
      long word1,
      int signature,
      int order,
      long total) {
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    ReceiveOperation.Slot slot = queues.takePosted(source, tag);
    if (slot == null) {
      return null;
    }
    ReceiveOperation r = slot.operation;
    if (!r.canBeFrom(source)) {
      throw engine.gone.lost(r, from, noRank(source));
    }
    begin(r, source, tag, total);
    if (Check.ON) {
      engine.order.matched(r, from, order);
    }
    if (signature != r.signature) {
      r.meet(signature);
    }
    return r;
  }

  private void synchronous(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    Peer peer = engine.peer(from);
    var queues = contexts.queues(Header.context(word1));
    int order = Check.ON ? engine.order.arrives(Header.context(word1), from) : 0;
    ReceiveOperation r = begun(queues, from, word0, word1, (int) word2, order, bytes);
    if (r != null) {
      r.piece(memory, offset, bytes);
      peer.control(Header.DONE, Header.id(word0), 0, 0);
      complete(r);
    } else {
      Arrival a = spares.take(peer, word0, word1, bytes);
      a.signature = (int) word2;
      a.order = order;
      keep(queues, a, word1, memory, offset, bytes);
    }
  }

  private void head(
      int from, long word0, long word1, long total, MemorySegment memory, long offset, int bytes) {
    Peer peer = engine.peer(from);
    require(peer.incoming == null, "a message within another");
    if (total < bytes) {
      throw new MalformedException("a message of " + total + " bytes, with " + bytes + " of them");
    }
    var queues = contexts.queues(Header.context(word1));
    int order = Check.ON ? engine.order.arrives(Header.context(word1), from) : 0;
    ReceiveOperation r = begun(queues, from, word0, word1, Header.id(word0), order, total);
    if (r != null) {
      r.piece(memory, offset, bytes);
      peer.incoming = r;
    } else {
      Arrival a = spares.take(peer, word0, word1, total);
      a.order = order;
      keep(queues, a, word1, memory, offset, bytes);
      peer.incoming = a;
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new MalformedException(otherwise);
    }
  }

  private void more(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    Peer peer = engine.peer(from);
    Incoming incoming = peer.incoming;
    if (incoming == null) {
      throw new MalformedException("a fragment without a head");
    }
    if (incoming.piece(memory, offset, bytes)) {
      peer.incoming = null;
      if (incoming instanceof ReceiveOperation r) {
        complete(r);
      }
    }
  }

  private void announcement(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    Peer peer = engine.peer(from);
    long descriptor = lent(peer, memory, offset, bytes);
    if (!Signature.isOfCall(Header.signature(word2))) {
      throw new MalformedException("a message of " + word2 + " bytes");
    }
    Arrival a = spares.takeRequest(peer, word0, word1, Header.length(word2), descriptor);
    a.signature = Header.signature(word2);
    a.order = Check.ON ? engine.order.arrives(Header.context(word1), from) : 0;
    var queues = contexts.queues(Header.context(word1));
    ReceiveOperation.@Nullable Slot slot = queues.takePosted(a.source, a.tag);
    if (slot != null) {
      deliver(a, slot.operation);
    } else {
      arrive(queues, word1, a);
    }
  }

  /** What is lent with an announcement. */
  private long lent(Peer peer, MemorySegment memory, long offset, int bytes) {
    if (bytes == 0) {
      return Transport.NONE;
    }
    if (bytes != Long.BYTES) {
      throw new MalformedException("an announcement of " + bytes + " bytes");
    }
    long descriptor = memory.get(DESCRIPTOR, offset);
    boolean isNear = descriptor == Transport.NONE || engine.transport().sharesMemory(peer.index);
    require(isNear, "memory lent where none is shared");
    return descriptor;
  }

  private void data(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    ReceiveOperation r = streamed.get((int) word1);
    require(r == null || r.isMatchedWith(from), "data of another's message");
    completeStreamed(r, r != null && r.piece(memory, offset, bytes));
  }

  private void completeStreamed(@Nullable ReceiveOperation r, boolean isWhole) {
    if (r != null && isWhole) {
      streamed.remove(r.id);
      complete(r);
    }
  }

  // ---- Straight to its place

  /** Where the bytes of a frame go, for a posted receive that takes them as they are; or null. */
  @Nullable MemorySegment landing(int from, long word0, long word1, int bytes) {
    if (Header.kind(word0) == Header.DATA) {
      ReceiveOperation r = streamed.get((int) word1);
      return r == null || !r.isMatchedWith(from) ? null : r.landing(bytes);
    }
    Peer peer = engine.peer(from);
    if (Check.ON || Header.kind(word0) != Header.EAGER || peer.incoming != null) {
      return null;
    }
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    var queues = contexts.queues(Header.context(word1));
    ReceiveOperation.Slot slot = queues.peekPosted(source, tag);
    if (slot == null || !slot.operation.canBeFrom(source)) {
      return null;
    }
    boolean isOneOfOurs = Header.id(word0) == slot.operation.signature;
    MemorySegment to = isOneOfOurs ? slot.operation.landing(bytes) : null;
    if (to != null) {
      queues.remove(slot);
      begin(slot.operation, source, tag, bytes);
      peer.incoming = slot.operation;
    }
    return to;
  }

  /** They are there. */
  void landed(int from, long word0, long word1, int bytes) {
    Peer peer = engine.peer(from);
    if (Header.kind(word0) == Header.DATA) {
      ReceiveOperation r = streamed.get((int) word1);
      completeStreamed(r, r != null && r.landed(bytes));
    } else if (peer.incoming instanceof ReceiveOperation r) {
      peer.incoming = null;
      r.landed(bytes);
      complete(r);
    }
  }
}
