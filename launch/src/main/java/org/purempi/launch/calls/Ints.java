package org.purempi.launch.calls;

import java.util.Arrays;

/** Numbers, more and more of them. */
final class Ints {
  private static final int FIRST = 4;

  private int[] values = new int[FIRST];
  private int size;

  void add(int value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  int get(int at) {
    return values[at];
  }

  int size() {
    return size;
  }

  /** Sets the value at a place, however far behind the last; what lies between becomes −1. */
  void set(int at, int value) {
    while (size <= at) {
      add(-1);
    }
    values[at] = value;
  }

  int[] toArray() {
    return Arrays.copyOf(values, size);
  }

  /** What orders places in a list. */
  @FunctionalInterface
  interface Key {
    /** A number; places with equal ones keep their order. */
    int of(int value);
  }

  /** The same values ordered by a key, those with equal ones as before. */
  static int[] sorted(int[] values, Key key) {
    long[] keyed = new long[values.length];
    boolean isSorted = true;
    for (int i = 0; i < values.length; i++) {
      keyed[i] = ((long) key.of(values[i]) << Integer.SIZE) | i;
      isSorted &= i == 0 || keyed[i - 1] <= keyed[i];
    }
    if (isSorted) {
      return values;
    }
    Arrays.sort(keyed);
    int[] result = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      result[i] = values[(int) keyed[i]];
    }
    return result;
  }
}
