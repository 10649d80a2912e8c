package org.purempi.matching;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * The posted receives and the unexpected messages of one context. A message goes to the receive
 * that was posted first among those that match it; a receive takes the message that arrived first
 * among those that it matches (section 3.5).
 *
 * <p>Entries are list nodes themselves: an operation allocates nothing while matches stand among
 * the first {@value OrderedQueue#LONGEST_SCAN} entries. A queue in which one did not is indexed by
 * envelope until it is short again: every operation then costs a few hash probes, whatever the
 * number of entries, ranks and tags.
 *
 * @param <P> the caller's receives
 * @param <A> the caller's messages
 */
public final class MatchQueues<P extends Posted, A extends Arrived> {
  private final OrderedQueue<P> posted = new OrderedQueue<>();
  private final OrderedQueue<A> arrived = new OrderedQueue<>();

  private final Tally tally;

  /** Two empty queues. */
  public MatchQueues() {
    this(new Tally());
  }

  /**
   * Two empty queues.
   *
   * @param tally what queues count together
   */
  public MatchQueues(Tally tally) {
    this.tally = tally;
  }

  /** Appends a receive; the caller has found no arrived message for it. */
  public void post(P receive) {
    posted.add(receive);
  }

  /**
   * Removes and returns the receive that was posted first among those that match a message from
   * {@code source} with {@code tag}; null if none does.
   */
  public @Nullable P takePosted(int source, int tag) {
    return taken(posted, findPosted(source, tag));
  }

  /** As {@link #takePosted}, but the receive stays where it is. */
  @SuppressWarnings("unchecked") // only P is ever added to it
  public @Nullable P peekPosted(int source, int tag) {
    return (P) findPosted(source, tag);
  }

  private @Nullable Queued findPosted(int source, int tag) {
    Queued found = posted.first();
    if (found == null) {
      return null;
    }
    Lanes lanes = posted.lanes();
    if (lanes == null) {
      int passed = 0;
      while (!Queued.matches(found.source, found.tag, source, tag)) {
        tally.passedPosted++;
        found = found.next;
        if (found == null) {
          return null;
        }
        if (++passed == OrderedQueue.LONGEST_SCAN) {
          lanes = posted.index(Posted.ENVELOPE);
          break;
        }
      }
    }
    return lanes == null ? found : firstOfFour(lanes, source, tag);
  }

  /** Appends a message; the caller has found no posted receive for it. */
  public void arrive(A message) {
    arrived.add(message);
    tally.arrived.rise(1);
  }

  /**
   * Removes and returns the message that arrived first among those that a receive of {@code source}
   * (or {@link Mpi#ANY_SOURCE}) and {@code tag} (or {@link Mpi#ANY_TAG}) matches; null if none.
   */
  public @Nullable A takeArrived(int source, int tag) {
    A found = taken(arrived, findArrived(source, tag));
    if (found != null) {
      tally.arrived.fall(1);
    }
    return found;
  }

  /** As {@link #takeArrived}, but the message stays where it is. */
  @SuppressWarnings("unchecked") // only A is ever added to it
  public @Nullable A peekArrived(int source, int tag) {
    return (A) findArrived(source, tag);
  }

  /** Removes a receive that is cancelled; false if it is not queued (any more). */
  public boolean remove(P receive) {
    return posted.remove(receive);
  }

  /** Removes a message; false if it is not queued (any more). */
  public boolean remove(A message) {
    boolean isHere = arrived.remove(message);
    tally.arrived.fall(isHere ? 1 : 0);
    return isHere;
  }

  /** Whether no receive is posted. */
  public boolean isPostedEmpty() {
    return posted.first() == null;
  }

  /** Whether no unexpected message waits. */
  public boolean isArrivedEmpty() {
    return arrived.first() == null;
  }

  /** How many receives are posted. */
  public int postedCount() {
    return posted.count();
  }

  /** How many unexpected messages wait. */
  public int arrivedCount() {
    return arrived.count();
  }

  /** Shows every posted receive, oldest first; {@code action} must not change the queues. */
  public void forEachPosted(Consumer<? super P> action) {
    posted.forEach(action);
  }

  /** Shows every unexpected message, oldest first; {@code action} must not change the queues. */
  public void forEachArrived(Consumer<? super A> action) {
    arrived.forEach(action);
  }

  private @Nullable Queued findArrived(int source, int tag) {
    Queued found = arrived.first();
    if (found == null || (source == Mpi.ANY_SOURCE && tag == Mpi.ANY_TAG)) {
      return found;
    }
    if (arrived.lanes() == null) {
      int passed = 0;
      while (found != null && !Queued.matches(source, tag, found.source, found.tag)) {
        tally.passedArrived++;
        found = found.next;
        if (++passed == OrderedQueue.LONGEST_SCAN) {
          break;
        }
      }
      if (passed < OrderedQueue.LONGEST_SCAN) {
        return found;
      }
    }
    return arrived.index(Arrived.laneFor(source, tag)).oldest(Lanes.key(source, tag));
  }

  /**
   * The lanes that match a message hold nothing else, so the oldest of their heads is the match.
   */
  private static @Nullable Queued firstOfFour(Lanes lanes, int source, int tag) {
    Queued exact = lanes.oldest(Lanes.key(source, tag));
    if (lanes.isExact()) {
      return exact;
    }
    Queued anyTag = lanes.oldest(Lanes.key(source, Mpi.ANY_TAG));
    Queued anySource = lanes.oldest(Lanes.key(Mpi.ANY_SOURCE, tag));
    Queued any = lanes.oldest(Lanes.key(Mpi.ANY_SOURCE, Mpi.ANY_TAG));
    return older(older(exact, anyTag), older(anySource, any));
  }

  private static @Nullable Queued older(@Nullable Queued a, @Nullable Queued b) {
    if (a == null) {
      return b;
    }
    return b == null || a.sequence < b.sequence ? a : b;
  }

  @SuppressWarnings("unchecked") // a queue of E holds nothing else
  private static <E extends Queued> @Nullable E taken(
      OrderedQueue<E> queue, @Nullable Queued entry) {
    if (entry != null) {
      queue.remove(entry);
    }
    return (E) entry;
  }
}
