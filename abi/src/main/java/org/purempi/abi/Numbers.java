package org.purempi.abi;

import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;

/**
 * Numbers of the program at an address: {@code int}, or {@code MPI_Aint}, {@code MPI_Count} and
 * {@code MPI_Offset}, which are all of 8 bytes.
 *
 * @param address where the first one is
 * @param width 4 or 8
 */
record Numbers(long address, int width) {
  /** The most that an array of Java holds. */
  private static final int MAX_ROOM = Integer.MAX_VALUE - Long.BYTES;

  static Numbers ints(long address) {
    return new Numbers(address, Integer.BYTES);
  }

  static Numbers longs(long address) {
    return new Numbers(address, Long.BYTES);
  }

  /** Whether they are not {@code int}s. */
  boolean isLong() {
    return width == Long.BYTES;
  }

  long get(long i) {
    return width == Integer.BYTES
        ? Native.getInt(address + i * Integer.BYTES)
        : Native.getLong(address + i * Long.BYTES);
  }

  /** What an int cannot hold is told as {@code MPI_UNDEFINED} (section 4.1.5 and others). */
  void set(long i, long value) {
    if (width == Long.BYTES) {
      Native.putLong(address + i * Long.BYTES, value);
    } else {
      Native.putInt(
          address + i * Integer.BYTES, value == (int) value ? (int) value : Mpi.UNDEFINED);
    }
  }

  void set(long value) {
    set(0, value);
  }

  long[] toLongs(long count) {
    long[] all = new long[room(count)];
    for (int i = 0; i < all.length; i++) {
      all[i] = get(i);
    }
    return all;
  }

  int[] toInts(long count) {
    int[] all = new int[room(count)];
    for (int i = 0; i < all.length; i++) {
      all[i] = Math.toIntExact(get(i));
    }
    return all;
  }

  boolean[] toFlags(long count) {
    boolean[] all = new boolean[room(count)];
    for (int i = 0; i < all.length; i++) {
      all[i] = get(i) != 0;
    }
    return all;
  }

  private int room(long count) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "an array of " + count + " numbers");
    }
    if (count > 0 && address == 0) {
      throw new MpiArgumentException(ErrorClass.ARG, "an array of " + count + " numbers is NULL");
    }
    if (count > MAX_ROOM) {
      throw new MpiArgumentException(
          ErrorClass.COUNT,
          "an array of " + count + " numbers: no more than " + MAX_ROOM + " can be read");
    }
    return (int) count;
  }

  void set(int... values) {
    for (int i = 0; i < values.length; i++) {
      set(i, values[i]);
    }
  }
}
