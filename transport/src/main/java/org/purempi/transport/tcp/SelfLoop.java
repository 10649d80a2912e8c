package org.purempi.transport.tcp;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.transport.Endpoint;
import org.purempi.transport.FrameHandler;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Offer;
import org.purempi.transport.Source;
import org.purempi.transport.Transport;
import org.purempi.transport.thread.ThreadHub;

/** A rank's frames to itself, which no socket sees. Guarded by the rank's {@link TcpTransport}. */
final class SelfLoop {
  private final int rank;
  private final Runnable bell;

  /** Null until there is a frame. */
  private @Nullable Transport inner;

  private @Nullable Endpoint endpoint;
  private FrameHandler handler = (peer, word0, word1, word2, memory, offset, bytes) -> {};
  private final FrameHandler renaming = this::handOn;

  /**
   * The loop of a rank.
   *
   * @param bell wakes another thread of the rank, which may sleep where nothing arrives
   */
  SelfLoop(int rank, Runnable bell) {
    this.rank = rank;
    this.bell = bell;
  }

  int poll(FrameHandler to) {
    Transport self = inner;
    if (self == null) {
      return 0;
    }
    handler = to;
    return self.poll(renaming);
  }

  private void handOn(
      int peer, long word0, long word1, long word2, MemorySegment memory, long offset, int bytes) {
    handler.frame(rank, word0, word1, word2, memory, offset, bytes);
  }

  Endpoint endpoint() {
    Endpoint self = endpoint;
    if (self == null) {
      Transport hub = new ThreadHub(1).transport(0);
      inner = hub;
      self = new ToSelf(hub.endpoint(0));
      endpoint = self;
    }
    return self;
  }

  private final class ToSelf extends RenamedEndpoint {
    ToSelf(Endpoint inside) {
      super(inside, rank);
    }

    @Override
    public Offer offer(long word0, long word1, long word2, Source payload, int bytes) {
      Offer offer = super.offer(word0, word1, word2, payload, bytes);
      if (offer == Offer.OK) {
        bell.run();
      }
      return offer;
    }
  }

  Lease borrow(long descriptor) {
    Transport self = inner;
    if (self == null) {
      throw new MalformedException("memory that was never lent");
    }
    return self.borrow(0, descriptor);
  }

  void reject(String what) {
    Transport self = inner;
    if (self != null) {
      self.reject(0, what);
    }
  }
}
