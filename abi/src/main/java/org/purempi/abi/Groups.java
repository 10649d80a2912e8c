package org.purempi.abi;

import org.purempi.Comparison;
import org.purempi.ErrorClass;
import org.purempi.Group;
import org.purempi.MpiArgumentException;

/** Groups of processes (section 7.3). */
final class Groups {
  private static final int RANGE = 3;

  private Groups() {}

  static void put(long address, Group group) {
    Native.putLong(address, group.size() == 0 ? Constants.GROUP_EMPTY : Table.GROUPS.add(group));
  }

  static void groupSize(long group, Numbers size) {
    size.set(Table.group(group).size());
  }

  static void groupRank(long group, Numbers rank) {
    rank.set(Table.group(group).rank());
  }

  static void groupTranslateRanks(
      long group, int count, Numbers ranks, long other, Numbers others) {
    others.set(Table.group(group).translateRanks(ranks.toInts(count), Table.group(other)));
  }

  static void groupCompare(long one, long other, Numbers result) {
    Comparison c = Table.group(one).compare(Table.group(other));
    result.set(Communicators.code(c));
  }

  static void groupUnion(long one, long other, long made) {
    put(made, Table.group(one).union(Table.group(other)));
  }

  static void groupIntersection(long one, long other, long made) {
    put(made, Table.group(one).intersection(Table.group(other)));
  }

  static void groupDifference(long one, long other, long made) {
    put(made, Table.group(one).difference(Table.group(other)));
  }

  static void groupIncl(long group, int count, Numbers ranks, long made) {
    put(made, Table.group(group).incl(ranks.toInts(count)));
  }

  static void groupExcl(long group, int count, Numbers ranks, long made) {
    put(made, Table.group(group).excl(ranks.toInts(count)));
  }

  static void groupRangeIncl(long group, int count, Numbers ranges, long made) {
    put(made, Table.group(group).rangeIncl(ranges(count, ranges)));
  }

  static void groupRangeExcl(long group, int count, Numbers ranges, long made) {
    put(made, Table.group(group).rangeExcl(ranges(count, ranges)));
  }

  private static int[][] ranges(int count, Numbers numbers) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, count + " ranges");
    }
    var ranges = new int[count][RANGE];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < RANGE; j++) {
        ranges[i][j] = (int) numbers.get((long) i * RANGE + j);
      }
    }
    return ranges;
  }

  static void groupFree(long group) {
    long handle = Native.getLong(group);
    Group unused = Table.group(handle);
    if (!Handles.isGiven(handle)) { // MPI_GROUP_EMPTY stays, and may be freed
      Table.GROUPS.remove(handle);
    }
    Native.putLong(group, Constants.GROUP_NULL);
  }

  static void groupFromSessionPset(long session, long name, long group) {
    put(group, Table.SESSIONS.get(session).session.groupFromPset(Native.text(name)));
  }
}
