package org.purempi.protocol;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;
import org.purempi.matching.MatchQueues;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Transport;

/** What each kind of frame does when it arrives. */
final class Dispatcher implements FrameHandler {
  private static final ValueLayout.OfLong DESCRIPTOR = ValueLayout.JAVA_LONG_UNALIGNED;

  private final Engine engine;

  Dispatcher(Engine engine) {
    this.engine = engine;
  }

  @Override
  public void frame(
      int from, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    try {
      if (Header.kind(word0) == Header.EAGER) {
        eager(from, word0, word1, memory, offset, bytes);
      } else {
        others(engine.peer(from), word0, word1, word2, memory, offset, bytes);
      }
    } catch (MalformedException e) {
      engine.departures.reject(from, e);
    }
  }

  /** For a posted receive that takes the bytes as they are. */
  @Override
  public @Nullable MemorySegment landing(int from, long word0, long word1, long word2, int bytes) {
    if (Header.kind(word0) == Header.DATA) {
      ReceiveOperation r = engine.receives.get((int) word1);
      return r == null || !r.isMatchedWith(from) ? null : r.landing(bytes);
    }
    Peer peer = engine.peer(from);
    if (Header.kind(word0) != Header.EAGER || peer.incoming != null) {
      return null;
    }
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    var queues = engine.queues(Header.context(word1));
    ReceiveOperation.Slot slot = queues.peekPosted(source, tag);
    if (slot == null || !slot.operation.canBeFrom(source)) {
      return null;
    }
    boolean isOneOfOurs = Header.id(word0) == slot.operation.signature;
    MemorySegment to = isOneOfOurs ? slot.operation.landing(bytes) : null;
    if (to != null) {
      queues.remove(slot);
      slot.operation.begin(source, tag, bytes);
      peer.incoming = slot.operation;
    }
    return to;
  }

  @Override
  public void landed(int from, long word0, long word1, long word2, int bytes) {
    Peer peer = engine.peer(from);
    if (Header.kind(word0) == Header.DATA) {
      ReceiveOperation r = engine.receives.get((int) word1);
      finishData(r, r != null && r.landed(bytes));
    } else if (peer.incoming instanceof ReceiveOperation r) {
      peer.incoming = null;
      r.landed(bytes);
      engine.finished(r);
    }
  }

  @Override
  public void gone(int peer, String reason, boolean inPeace) {
    engine.departures.add(peer, reason, inPeace);
  }

  private void eager(
      int from, long word0, long word1, MemorySegment memory, long offset, int bytes) {
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    MatchQueues<ReceiveOperation.Slot, Arrival> queues = engine.queues(Header.context(word1));
    ReceiveOperation.Slot slot = queues.takePosted(source, tag);
    if (slot != null) {
      ReceiveOperation r = slot.operation;
      if (!r.canBeFrom(source)) {
        throw engine.departures.lost(r, from, noRank(source));
      }
      r.begin(source, tag, bytes);
      if (Header.id(word0) != r.signature) {
        r.meet(Header.id(word0));
      }
      r.piece(memory, offset, bytes);
      engine.finished(r);
    } else {
      Arrival a = engine.spareArrivals.take(engine.peer(from), word0, word1, bytes);
      a.piece(memory, offset, bytes);
      keep(queues, a);
    }
  }

  private void others(
      Peer peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    switch (Header.kind(word0)) {
      case Header.EAGER_SYNC -> synchronous(peer, word0, word1, memory, offset, bytes);
      case Header.HEAD -> head(peer, word0, word1, word2, memory, offset, bytes);
      case Header.MORE -> more(peer, memory, offset, bytes);
      case Header.RTS -> request(peer, word0, word1, word2, lent(peer, memory, offset, bytes));
      case Header.GO -> {
        SendOperation send = engine.sends.get(Header.id(word0));
        if (send != null) {
          require(send.isTo(peer) && word2 >= 0, "an answer to what it was not asked");
          send.go((int) word1, word2);
          peer.stream(send);
        }
      }
      case Header.DATA -> data(peer, (int) word1, memory, offset, bytes);
      case Header.DONE -> {
        SendOperation send = engine.sends.get(Header.id(word0));
        if (send != null) {
          require(send.isTo(peer), "an answer to what it was not asked");
          send.acknowledged();
        }
      }
      case Header.LEFT -> engine.leaving.leftBy(Header.context(word1));
      case Header.ENDED -> engine.departures.ended(peer.index, (int) word1);
      case Header.HOLD -> peer.held = true;
      case Header.RESUME -> peer.held = false;
      case Header.WITHHELD -> engine.surplus.told(peer);
      case Header.ASK_ON -> peer.mayAskOn();
      default -> throw new MalformedException("a message of unknown kind " + Header.kind(word0));
    }
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new MalformedException(otherwise);
    }
  }

  private static String noRank(int source) {
    return "a message from rank " + source + " of a communicator that has none";
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

  private void synchronous(
      Peer peer, long word0, long word1, MemorySegment memory, long offset, int bytes) {
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    var queues = engine.queues(Header.context(word1));
    ReceiveOperation.Slot slot = queues.takePosted(source, tag);
    if (slot != null) {
      ReceiveOperation r = slot.operation;
      if (!r.canBeFrom(source)) {
        throw engine.departures.lost(r, peer.index, noRank(source));
      }
      r.begin(source, tag, bytes);
      r.piece(memory, offset, bytes);
      peer.control(Header.DONE, Header.id(word0), 0, 0);
      engine.finished(r);
    } else {
      Arrival a = engine.spareArrivals.take(peer, word0, word1, bytes);
      a.piece(memory, offset, bytes);
      keep(queues, a);
    }
  }

  private void head(
      Peer peer, long word0, long word1, long total, MemorySegment memory, long offset, int bytes) {
    int source = Header.source(word1);
    int tag = Header.tag(word0);
    require(peer.incoming == null, "a message within another");
    if (total < bytes) {
      throw new MalformedException("a message of " + total + " bytes, with " + bytes + " of them");
    }
    var queues = engine.queues(Header.context(word1));
    ReceiveOperation.Slot slot = queues.takePosted(source, tag);
    if (slot != null) {
      ReceiveOperation r = slot.operation;
      if (!r.canBeFrom(source)) {
        throw engine.departures.lost(r, peer.index, noRank(source));
      }
      r.begin(source, tag, total);
      if (Header.id(word0) != r.signature) {
        r.meet(Header.id(word0));
      }
      r.piece(memory, offset, bytes);
      peer.incoming = r;
    } else {
      Arrival a = engine.spareArrivals.take(peer, word0, word1, total);
      a.piece(memory, offset, bytes);
      peer.incoming = a;
      keep(queues, a);
    }
  }

  private void more(Peer peer, MemorySegment memory, long offset, int bytes) {
    Incoming incoming = peer.incoming;
    if (incoming == null) {
      throw new MalformedException("a fragment without a head");
    }
    if (incoming.piece(memory, offset, bytes)) {
      peer.incoming = null;
      if (incoming instanceof ReceiveOperation r) {
        engine.finished(r);
      }
    }
  }

  private void request(Peer peer, long word0, long word1, long word2, long descriptor) {
    long total = Header.length(word2);
    if (!Signature.isOfCall(Header.signature(word2))) {
      throw new MalformedException("a message of " + word2 + " bytes");
    }
    Arrival a = engine.spareArrivals.takeRequest(peer, word0, word1, total, descriptor);
    a.signature = Header.signature(word2);
    var queues = engine.queues(Header.context(word1));
    ReceiveOperation.@Nullable Slot slot = queues.takePosted(a.source, a.tag);
    if (slot != null) {
      engine.delivery.deliver(a, slot.operation);
    } else {
      queues.arrive(a);
    }
  }

  private void data(Peer peer, int receiveId, MemorySegment memory, long offset, int bytes) {
    ReceiveOperation r = engine.receives.get(receiveId);
    require(r == null || r.isMatchedWith(peer.index), "data of another's message");
    finishData(r, r != null && r.piece(memory, offset, bytes));
  }

  private void finishData(@Nullable ReceiveOperation r, boolean isWhole) {
    if (r != null && isWhole) {
      engine.receives.remove(r.id);
      engine.finished(r);
    }
  }

  private static void keep(MatchQueues<ReceiveOperation.Slot, Arrival> queues, Arrival a) {
    queues.arrive(a);
    a.peer.charge(a);
  }
}
