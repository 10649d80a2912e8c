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

  /** How many edges nodes of these degrees have; -1 if one is no degree. */
  static int sum(int[] degrees) {
    int sum = 0;
    for (int degree : degrees) {
      if (degree < 0 || degree > Integer.MAX_VALUE - sum) {
        return -1;
      }
      sum += degree;
    }
    return sum;
  }
}
