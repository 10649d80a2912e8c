package org.purempi;

import java.util.Arrays;

/** Divides a number of ranks into dimensions ({@code MPI_Dims_create}, section 8.5.2). */
final class Dims {
  private Dims() {}

  static int[] create(int nnodes, int[] dims) {
    if (nnodes < 1) {
      throw new MpiArgumentException(ErrorClass.DIMS, "dimsCreate of " + nnodes + " ranks");
    }
    int left = nnodes;
    int free = 0;
    for (int d : dims) {
      if (d < 0) {
        throw new MpiArgumentException(
            ErrorClass.DIMS, "dimsCreate: a dimension is " + d + " (0 leaves it to be chosen)");
      }
      if (d == 0) {
        free++;
      } else if (left % d != 0) {
        throw notDivisible(nnodes, dims);
      } else {
        left /= d;
      }
    }
    int[] chosen = new int[free];
    if (free == 0 ? left != 1 : !divide(left, chosen, 0, left)) {
      throw notDivisible(nnodes, dims);
    }
    int[] all = dims.clone();
    for (int i = 0, next = 0; i < all.length; i++) {
      if (all[i] == 0) {
        all[i] = chosen[next++];
      }
    }
    return all;
  }

  private static MpiArgumentException notDivisible(int nnodes, int[] dims) {
    return new MpiArgumentException(
        ErrorClass.DIMS,
        "dimsCreate: "
            + nnodes
            + " ranks cannot be divided in dimensions "
            + Arrays.toString(dims)
            + " (0 leaves one to be chosen)");
  }

  /**
   * Divides into factors from {@code place} on that do not increase, the first as small as it can
   * be: that brings them as close together as possible.
   */
  private static boolean divide(int n, int[] factors, int place, int most) {
    int places = factors.length - place;
    if (places == 1) {
      factors[place] = n;
      return n <= most;
    }
    for (int f = 1; f <= Math.min(n, most); f++) {
      if (n % f == 0 && Math.pow(f, places) >= n - 0.5) {
        factors[place] = f;
        if (divide(n / f, factors, place + 1, f)) {
          return true;
        }
      }
    }
    return false;
  }
}
