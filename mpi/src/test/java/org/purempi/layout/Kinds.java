package org.purempi.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Datatype;

/** Every kind of memory that a buffer can lie in. */
final class Kinds {
  static final int NUMBER = 11;

  /** The last kind: no segment can be made of it. */
  static final int FLAGS = NUMBER - 1;

  private Kinds() {}

  /** Memory of a kind; {@code bytes} is a multiple of 8. */
  static Object of(int kind, int bytes) {
    return switch (kind) {
      case 0 -> new byte[bytes];
      case 1 -> new short[bytes / 2];
      case 2 -> new char[bytes / 2];
      case 3 -> new int[bytes / 4];
      case 4 -> new long[bytes / 8];
      case 5 -> new float[bytes / 4];
      case 6 -> new double[bytes / 8];
      case 7 -> Arena.ofAuto().allocate(bytes);
      case 8 -> MemorySegment.ofArray(new byte[bytes]);
      case 9 -> MemorySegment.ofArray(new double[bytes / 8]);
      case FLAGS -> new boolean[bytes];
      default -> throw new AssertionError(kind);
    };
  }

  static Buf buf(Object memory, long offsetBytes, long count, Datatype type) {
    if (memory instanceof boolean[] flags) {
      return Buf.of(flags, (int) offsetBytes, count, type);
    }
    // Through bytes first: an offset of an array counts in its elements.
    Buf inSegment = Buf.of(Objects.requireNonNull(Memory.view(memory)), offsetBytes, count, type);
    int width = inSegment.base() == memory ? 1 : width(memory);
    return width > 1 && offsetBytes % width == 0
        ? inArray(memory, offsetBytes / width, count, type)
        : inSegment;
  }

  private static int width(Object memory) {
    return switch (memory) {
      case byte[] a -> 1;
      case short[] a -> 2;
      case char[] a -> 2;
      case int[] a -> 4;
      case float[] a -> 4;
      default -> 8;
    };
  }

  private static Buf inArray(Object memory, long index, long count, Datatype type) {
    int i = (int) index;
    return switch (memory) {
      case short[] a -> Buf.of(a, i, count, type);
      case char[] a -> Buf.of(a, i, count, type);
      case int[] a -> Buf.of(a, i, count, type);
      case long[] a -> Buf.of(a, i, count, type);
      case float[] a -> Buf.of(a, i, count, type);
      case double[] a -> Buf.of(a, i, count, type);
      default -> throw new AssertionError(memory);
    };
  }

  static void write(Object memory, byte[] bytes) {
    Memory.write(memory, 0, MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  /** The first bytes, also of a segment's array. */
  static byte[] read(Object memory, int bytes) {
    byte[] all = new byte[bytes];
    Memory.read(memory, 0, MemorySegment.ofArray(all), 0, bytes);
    return all;
  }
}
