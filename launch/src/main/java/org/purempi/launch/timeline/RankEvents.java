package org.purempi.launch.timeline;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.purempi.launch.calls.RankCalls;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * One rank's records ordered by their begin, and the lane that each is drawn in: calls of several
 * threads at the same time lie beside each other.
 */
final class RankEvents {
  private static final int MOST_LANES = 8;

  private final RankCalls rank;

  /** The numbers of the records, ordered. */
  private final int[] order;

  private final byte[] lanes;
  private int laneCount = 1;

  RankEvents(RankCalls rank) {
    this.rank = rank;
    order = order();
    lanes = new byte[order.length];
    spread();
  }

  private int[] order() {
    int count = rank.count();
    int shift = 0;
    while (Math.max(1, rank.end() - rank.begin()) >> shift >= 1L << (Integer.SIZE - 1)) {
      shift++;
    }
    long[] keyed = new long[count];
    int whole = 0;
    for (int i = 0; i < count; i++) {
      CallRecord call = rank.get(i);
      if (call != null) {
        keyed[whole++] = ((call.begin() - rank.begin()) >> shift << Integer.SIZE) | i;
      }
    }
    Arrays.sort(keyed, 0, whole);
    int[] sorted = new int[whole];
    for (int i = 0; i < whole; i++) {
      sorted[i] = (int) keyed[i];
    }
    return sorted;
  }

  private void spread() {
    long[] ends = new long[MOST_LANES];
    Map<Integer, Integer> laneOf = new HashMap<>();
    for (int i = 0; i < order.length; i++) {
      CallRecord call = at(i);
      if (!isCall(rank.family(call))) {
        continue;
      }
      int lane = laneOf.getOrDefault(call.thread(), 0);
      if (ends[lane] > call.begin()) {
        lane = 0;
        while (lane < MOST_LANES - 1 && ends[lane] > call.begin()) {
          lane++;
        }
      }
      laneOf.put(call.thread(), lane);
      ends[lane] = call.end();
      lanes[i] = (byte) lane;
      laneCount = Math.max(laneCount, lane + 1);
    }
  }

  /** Whether it is a call, rather than a message within or after one. */
  static boolean isCall(Family family) {
    return family != Family.RECEIVED && family != Family.SENT;
  }

  RankCalls rank() {
    return rank;
  }

  int count() {
    return order.length;
  }

  /** The number of a record in its file. */
  int number(int place) {
    return order[place];
  }

  CallRecord at(int place) {
    CallRecord call = rank.get(order[place]);
    if (call == null) {
      throw new AssertionError("it was there");
    }
    return call;
  }

  int lane(int place) {
    return lanes[place];
  }

  int laneCount() {
    return laneCount;
  }
}
