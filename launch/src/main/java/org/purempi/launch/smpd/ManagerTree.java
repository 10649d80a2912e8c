package org.purempi.launch.smpd;

/** smpd's tree of managers: mpiexec is 0, the first host 1, and every other has a parent. */
public final class ManagerTree {
  /** mpiexec. */
  public static final int ROOT = 0;

  private ManagerTree() {}

  /** The parent of a manager, 1 or more: 2 and 3 hang on 1, 4 and 6 on 2, 5 and 7 on 3, … */
  public static int parent(int id) {
    if (id < 1) {
      throw new IllegalArgumentException("manager " + id + " has no parent");
    }
    if (id == 1) {
      return ROOT;
    }
    int bit = 1;
    for (int rest = id >> 2; rest > 0; rest >>= 1) {
      bit <<= 1;
    }
    return bit | (id & (bit - 1));
  }

  /**
   * The child of manager {@code self} on whose side {@code destination} hangs, or -1 when it hangs
   * elsewhere, so that the way leads up.
   */
  public static int towards(int self, int destination) {
    int below = destination;
    while (below > 0) {
      int above = parent(below);
      if (above == self) {
        return below;
      }
      below = above;
    }
    return -1;
  }

  /** How far from mpiexec a manager is. */
  public static int level(int id) {
    int level = 0;
    for (int at = id; at > 1; at = parent(at)) {
      level++;
    }
    return level;
  }
}
