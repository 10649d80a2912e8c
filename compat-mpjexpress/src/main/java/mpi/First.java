package mpi;

import java.util.Arrays;

/** A program's arrays may be longer than what they are for: only the first elements count. */
final class First {
  private First() {}

  /** The first {@code n}; all of an array that has fewer. */
  static int[] of(int n, int[] a) {
    return n >= 0 && n < a.length ? Arrays.copyOf(a, n) : a;
  }

  /** The first {@code n}; all of an array that has fewer. */
  static boolean[] of(int n, boolean[] a) {
    return n >= 0 && n < a.length ? Arrays.copyOf(a, n) : a;
  }

  /** The edges of a graph: as many as the last node's index says. */
  static int[] edges(int[] index, int[] edges) {
    return index.length == 0 ? edges : of(index[index.length - 1], edges);
  }
}
