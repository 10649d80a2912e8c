package org.purempi.collective;

/**
 * The binomial tree over ranks counted from the root ("virtual ranks": the root is 0).
 *
 * <pre>
 *              0                 parent: clear the lowest bit set
 *      ┌───────┼───────┐
 *      4       2       1         the subtree of v is v … v + lowest bit − 1
 *    ┌─┴─┐     │
 *    6   5     3
 *    │
 *    7
 * </pre>
 */
final class Tree {
  private Tree() {}

  /** The rank as counted from the root. */
  static int virtual(int rank, int root, int size) {
    int v = rank - root;
    return v < 0 ? v + size : v;
  }

  /** The rank behind a virtual rank. */
  static int real(int virtual, int root, int size) {
    int r = virtual + root;
    return r >= size ? r - size : r;
  }

  /** The power of two that bounds the distance of a virtual rank's children. */
  static int reach(int virtual, int size) {
    return virtual == 0 ? Powers.atLeast(size) : Integer.lowestOneBit(virtual);
  }

  /** The number of ranks in the subtree of a virtual rank, itself included. */
  static int weight(int virtual, int size) {
    return Math.min(reach(virtual, size), size - virtual);
  }
}
