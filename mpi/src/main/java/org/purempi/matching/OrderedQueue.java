package org.purempi.matching;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Entries in the order in which they came: a list, and, once a scan of it has been long, lanes
 * beside it, so that the next look-up does not scan. A long queue whose matches stand near its head
 * (a window of receives, taken in order) thus stays a plain list.
 */
final class OrderedQueue<E extends Queued> {
  /** After so many entries in vain, hashing would have been cheaper. */
  static final int LONGEST_SCAN = 16;

  /** At so many entries a long queue becomes a plain list again; well below, lest it swings. */
  static final int SHORT_AGAIN = 4;

  private @Nullable Queued first;
  private @Nullable Queued last;
  private int count;
  private long sequence;
  private @Nullable Lanes lanes;

  int count() {
    return count;
  }

  /** The oldest entry; scan on with {@link Queued#next}. */
  @Nullable Queued first() {
    return first;
  }

  /** The index, or null while scans are short. */
  @Nullable Lanes lanes() {
    return lanes;
  }

  void add(E entry) {
    if (entry.queue != null) {
      throw new IllegalStateException("the entry is already in a queue");
    }
    entry.queue = this;
    entry.sequence = sequence++;
    entry.previous = last;
    entry.next = null;
    if (last == null) {
      first = entry;
    } else {
      last.next = entry;
    }
    last = entry;
    count++;
    if (lanes != null) {
      lanes.add(entry);
    }
  }

  /** Takes an entry out; false if it is not in this queue. */
  boolean remove(Queued entry) {
    if (entry.queue != this) {
      return false;
    }
    Queued before = entry.previous;
    Queued after = entry.next;
    if (before == null) {
      first = after;
    } else {
      before.next = after;
    }
    if (after == null) {
      last = before;
    } else {
      after.previous = before;
    }
    entry.queue = null;
    entry.previous = null;
    entry.next = null;
    count--;
    if (lanes != null) {
      removeFromLanes(lanes, entry);
    }
    return true;
  }

  /**
   * The index, with the entries' {@code lane}-th lanes: asked for when there is one already, or
   * when a scan has passed {@link #LONGEST_SCAN} entries in vain.
   */
  Lanes index(int lane) {
    Lanes index = lanes == null ? new Lanes() : lanes;
    lanes = index;
    if (!index.isOpen(lane)) {
      index.open(lane);
      for (Queued q = first; q != null; q = q.next) {
        index.add(q, lane);
      }
    }
    return index;
  }

  private void removeFromLanes(Lanes index, Queued entry) {
    index.remove(entry);
    if (count <= SHORT_AGAIN) {
      for (Queued q = first; q != null; q = q.next) {
        index.remove(q);
      }
      lanes = null;
    }
  }

  @SuppressWarnings("unchecked") // only E is ever added
  void forEach(Consumer<? super E> action) {
    for (Queued q = first; q != null; q = q.next) {
      action.accept((E) q);
    }
  }
}
