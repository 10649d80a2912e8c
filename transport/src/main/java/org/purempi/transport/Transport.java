package org.purempi.transport;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;

/**
 * One rank's view of a way to move frames. Ranks are numbered 0 … {@link #size()} − 1 within the
 * transport.
 */
public interface Transport extends AutoCloseable {
  /** The descriptor that stands for "none". */
  long NONE = -1;

  /** This rank's number. */
  int rank();

  /** The number of ranks this transport connects. */
  int size();

  /**
   * Whether frames to and from {@code peer} go through memory that both can read. The ranks of a
   * transport that share memory in this sense form groups: two that share it with a third share it
   * with each other.
   */
  boolean sharesMemory(int peer);

  /**
   * How many processors the ranks that share memory with this one may use, all together; each of
   * them gets the same answer.
   */
  int cores();

  /** Whether the ranks that share memory with this one, itself included, outnumber the cores. */
  default boolean sharesCores() {
    int near = 0;
    for (int peer = 0; peer < size(); peer++) {
      near += sharesMemory(peer) ? 1 : 0;
    }
    return near > cores();
  }

  /**
   * Hands frames that have arrived to {@code handler}, each source in its order, and returns how
   * many; 0 when none has arrived. (A piece of a lent buffer that this rank has copied for its
   * reader counts as a frame.) Takes a bounded number of frames per call, and from each peer {@code
   * most} where to look for another one may hold up the peer that is just writing it. Payload
   * memory is valid only during the handler's call.
   */
  int poll(FrameHandler handler, int most);

  /** As {@link #poll(FrameHandler, int)}, for who wants all that has come. */
  default int poll(FrameHandler handler) {
    return poll(handler, Integer.MAX_VALUE);
  }

  /**
   * Whether bytes of frames that were taken still lie in this process, so that only further polls
   * bring them on their way.
   */
  default boolean hasUnsent() {
    return false;
  }

  /** Brings on its way what {@link Endpoint#offerSoon} has kept here. */
  default void push() {}

  /**
   * The way to rank {@code peer}; the same object each time. Costs nothing until the first offer.
   */
  Endpoint endpoint(int peer);

  /** Wakes this rank when a frame arrives while it sleeps. */
  Doorbell doorbell();

  /** Who has a processor; the same object each time. */
  default Occupancy occupancy() {
    return Occupancy.UNKNOWN;
  }

  /** The mark of a rank that has closed its transport. */
  int LAST_MARK = Integer.MAX_VALUE;

  /**
   * Leaves a mark for the ranks that share memory with this one: a number that only grows. Who
   * reads it finds, by polls after that, all frames that were offered before.
   */
  default void mark(int mark) {}

  /**
   * The mark that {@code peer} has left; {@link #LAST_MARK} once it has closed its transport, 0 if
   * there is none or no memory is shared. Reads memory that others write: not for every poll.
   */
  default int markOf(int peer) {
    return 0;
  }

  /**
   * Whether the process of {@code peer} is seen to have died; false if it lives, or nobody can see.
   * Any thread, at any time before {@link #close}. Takes a while.
   */
  default boolean hasDied(int peer) {
    return false;
  }

  /**
   * Access to a buffer that {@code peer} lent with {@link Endpoint#lend}. Each lease copies
   * directly between the two buffers, once.
   *
   * @throws MalformedException if that is no descriptor of this transport; or later, from the lease
   */
  Lease borrow(int peer, long descriptor);

  /**
   * What came from {@code peer} is nothing that a rank sends: no more is taken from it, offers to
   * it fail, and {@link FrameHandler#gone} tells so at a later poll. Inside a handler, too.
   *
   * @param what came, for the error's text
   */
  void reject(int peer, String what);

  /**
   * Reserves {@code bytes} of zeroed memory (64-byte aligned) that the ranks which share memory
   * with this one can map; null when there is none left.
   */
  @Nullable Region reserve(long bytes);

  /**
   * The memory of a region that this or another rank has reserved; null when it cannot be mapped.
   */
  @Nullable MemorySegment map(Region region);

  /**
   * Data of a device is sent or received from now on: memory that frames pass through is pinned for
   * it, where there is such memory and the device can do that. Once for each device.
   */
  default void pinFor(Device device) {}

  /** Gives memory back; the caller knows that no rank uses it any more. */
  void release(Region region);

  /** Leaves. Local: waits for nobody; frames already offered stay readable for their receivers. */
  @Override
  void close();
}
