package org.purempi.matching;

import org.jspecify.annotations.Nullable;
import org.purempi.Mpi;

/**
 * A hash table from envelope to lane. Holds lanes that have entries only, so that it grows with the
 * entries present and not with the tags ever used; and of an entry's lanes only those that somebody
 * has asked for.
 */
final class Lanes {
  private static final int FIRST_BUCKETS = 64;

  /** 2^64 divided by the golden ratio: spreads neighbouring keys over the high bits. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private @Nullable Lane[] buckets = new @Nullable Lane[FIRST_BUCKETS];
  private int lanes;

  /** How many lanes are of receives with a wildcard. */
  private int wildcards;

  /** The lanes of an entry that are kept, a bit each. */
  private int open;

  private @Nullable Lane spare;

  static long key(int source, int tag) {
    return ((long) source << Integer.SIZE) | Integer.toUnsignedLong(tag);
  }

  private static boolean isWildcard(long key) {
    return (int) key == Mpi.ANY_TAG || (int) (key >> Integer.SIZE) == Mpi.ANY_SOURCE;
  }

  /** The oldest entry of an envelope. */
  @Nullable Queued oldest(long key) {
    Lane lane = find(key);
    return lane == null || lane.first == null ? null : lane.first.owner;
  }

  /** Whether no entry is a receive with a wildcard: one look-up is enough for a message. */
  boolean isExact() {
    return wildcards == 0;
  }

  boolean isOpen(int lane) {
    return (open & 1 << lane) != 0;
  }

  /** From now on entries are appended to their {@code lane}-th lane too. */
  void open(int lane) {
    open |= 1 << lane;
  }

  /** Appends an entry to its lanes that are kept. */
  void add(Queued entry) {
    for (int i = 0; i < entry.laneCount(); i++) {
      if (isOpen(i)) {
        add(entry, i);
      }
    }
  }

  /** Appends an entry to one of its lanes. */
  void add(Queued entry, int lane) {
    findOrMake(entry.laneKey(lane)).append(entry.link(lane));
  }

  /** Takes an entry out of all its lanes. */
  void remove(Queued entry) {
    for (int i = 0; i < entry.laneCount(); i++) {
      LaneEntry link = entry.links[i];
      Lane lane = link == null ? null : link.lane;
      if (link != null && lane != null) {
        lane.unlink(link);
        if (lane.first == null) {
          drop(lane);
        }
      }
    }
  }

  private int bucket(long key) {
    return (int) ((key * GOLDEN) >>> (Long.SIZE - Integer.numberOfTrailingZeros(buckets.length)));
  }

  private @Nullable Lane find(long key) {
    Lane lane = buckets[bucket(key)];
    while (lane != null && lane.key != key) {
      lane = lane.nextInBucket;
    }
    return lane;
  }

  private Lane findOrMake(long key) {
    Lane found = find(key);
    if (found != null) {
      return found;
    }
    if (lanes == buckets.length) {
      grow();
    }
    Lane lane = spare == null ? new Lane() : spare;
    spare = lane.nextInBucket;
    lane.key = key;
    insert(lane);
    lanes++;
    wildcards += isWildcard(key) ? 1 : 0;
    return lane;
  }

  private void insert(Lane lane) {
    int b = bucket(lane.key);
    lane.nextInBucket = buckets[b];
    buckets[b] = lane;
  }

  private void drop(Lane lane) {
    int b = bucket(lane.key);
    Lane at = buckets[b];
    if (at == lane) {
      buckets[b] = lane.nextInBucket;
    } else {
      while (at != null && at.nextInBucket != lane) {
        at = at.nextInBucket;
      }
      if (at != null) {
        at.nextInBucket = lane.nextInBucket;
      }
    }
    lanes--;
    wildcards -= isWildcard(lane.key) ? 1 : 0;
    lane.nextInBucket = spare;
    spare = lane;
  }

  private void grow() {
    @Nullable Lane[] old = buckets;
    buckets = new @Nullable Lane[2 * old.length];
    for (Lane lane : old) {
      while (lane != null) {
        Lane following = lane.nextInBucket;
        insert(lane);
        lane = following;
      }
    }
  }
}
