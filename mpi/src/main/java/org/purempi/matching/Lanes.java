package org.purempi.matching;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A hash table from envelope to lane. Holds lanes that have entries only, so that it grows with the
 * entries present and not with the tags ever used.
 */
final class Lanes {
  private static final int FIRST_BUCKETS = 64;

  /** 2^64 divided by the golden ratio: spreads neighbouring keys over the high bits. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private @Nullable Lane[] buckets = new @Nullable Lane[FIRST_BUCKETS];
  private int lanes;
  private @Nullable Lane spare;

  static long key(int source, int tag) {
    return ((long) source << Integer.SIZE) | Integer.toUnsignedLong(tag);
  }

  /** The oldest entry of an envelope. */
  @Nullable Queued oldest(long key) {
    Lane lane = find(key);
    return lane == null || lane.first == null ? null : lane.first.owner;
  }

  /** Appends an entry to all its lanes. */
  void add(Queued entry) {
    Link[] links = entry.links;
    if (links == null) {
      links = new Link[entry.laneCount()];
      Arrays.setAll(links, i -> new Link(entry));
      entry.links = links;
    }
    for (int i = 0; i < links.length; i++) {
      findOrMake(entry.laneKey(i)).append(links[i]);
    }
  }

  /** Takes an entry out of all its lanes. */
  void remove(Queued entry) {
    Link[] links = entry.links;
    if (links == null) {
      return;
    }
    for (Link link : links) {
      Lane lane = link.lane;
      if (lane != null) {
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
