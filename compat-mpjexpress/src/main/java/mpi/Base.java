package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import mpjbuf.Buffer;
import org.purempi.Buf;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * The base types: what the elements of a buffer's array are. Their order gives the codes of {@link
 * Datatype#baseType}. A byte is a number here, and so is a char: operators apply to them.
 */
enum Base {
  NULL(1, org.purempi.Datatype.BYTE, "no array"),
  BYTE(Byte.BYTES, org.purempi.Datatype.INT8_T, "a byte[]"),
  CHAR(Character.BYTES, org.purempi.Datatype.UINT16_T, "a char[]"),
  SHORT(Short.BYTES, org.purempi.Datatype.SHORT, "a short[]"),
  BOOLEAN(1, org.purempi.Datatype.BOOLEAN, "a boolean[]"),
  INT(Integer.BYTES, org.purempi.Datatype.INT, "an int[]"),
  LONG(Long.BYTES, org.purempi.Datatype.LONG, "a long[]"),
  FLOAT(Float.BYTES, org.purempi.Datatype.FLOAT, "a float[]"),
  DOUBLE(Double.BYTES, org.purempi.Datatype.DOUBLE, "a double[]"),
  PACKED(1, org.purempi.Datatype.PACKED, "an mpjbuf.Buffer or a byte[]"),
  /** The mark of a lower bound. */
  LB(1, org.purempi.Datatype.BYTE, "no array"),
  /** The mark of an upper bound. */
  UB(1, org.purempi.Datatype.BYTE, "no array"),
  /** Objects; in layouts each counts as a byte. */
  OBJECT(1, org.purempi.Datatype.BYTE, "an array of objects");

  private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

  /** Bytes of an element. */
  final int width;

  @SuppressWarnings("ImmutableEnumChecker") // datatypes are immutable
  final org.purempi.Datatype purempi;

  private final String array;

  Base(int width, org.purempi.Datatype purempi, String array) {
    this.width = width;
    this.purempi = purempi;
    this.array = array;
  }

  /** The code in {@link Datatype#baseType}. */
  @SuppressWarnings("EnumOrdinal") // the order of the constants is that of the codes
  int code() {
    return ordinal();
  }

  /** How many whole elements so many bytes are; every width is a power of two. */
  int elements(long bytes) {
    return (int) (bytes >> Integer.numberOfTrailingZeros(width));
  }

  boolean isMark() {
    return this == LB || this == UB;
  }

  /** {@code count} elements of a datatype of this base from index {@code offset}. */
  Buf buf(@Nullable Object buf, int offset, long count, org.purempi.Datatype type) {
    // Short enough that the JIT puts it into every call, so that nothing is allocated.
    switch (this) {
      case BYTE -> {
        if (buf instanceof byte[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case CHAR -> {
        if (buf instanceof char[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case SHORT -> {
        if (buf instanceof short[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case BOOLEAN -> {
        if (buf instanceof boolean[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case INT -> {
        if (buf instanceof int[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case LONG -> {
        if (buf instanceof long[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case FLOAT -> {
        if (buf instanceof float[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case DOUBLE -> {
        if (buf instanceof double[] a) {
          return Buf.of(a, offset, count, type);
        }
      }
      case PACKED, OBJECT, NULL, LB, UB -> {}
    }
    return unusual(buf, offset, count, type);
  }

  private Buf unusual(@Nullable Object buf, int offset, long count, org.purempi.Datatype type) {
    if (buf == null && count == 0) {
      return Buf.of(NOTHING, 0, type);
    }
    if (this == PACKED && buf instanceof Buffer b) {
      return Buf.of(b.memory(offset + (int) count), offset, count, type);
    }
    return this == PACKED && buf instanceof byte[] a ? Buf.of(a, offset, count, type) : refuse(buf);
  }

  private Buf refuse(@Nullable Object buf) {
    throw new MpiArgumentException(
        buf == null ? ErrorClass.BUFFER : ErrorClass.TYPE,
        "a buffer of MPI."
            + this
            + " is "
            + array
            + ", not "
            + (buf == null ? "null" : "a " + buf.getClass().getTypeName()));
  }

  /** A copy of a buffer's array, or the array itself if this base type has none. */
  static @Nullable Object copy(@Nullable Object buf) {
    return switch (buf) {
      case byte[] a -> a.clone();
      case char[] a -> a.clone();
      case short[] a -> a.clone();
      case boolean[] a -> a.clone();
      case int[] a -> a.clone();
      case long[] a -> a.clone();
      case float[] a -> a.clone();
      case double[] a -> a.clone();
      case null, default -> buf;
    };
  }

  /** The elements in memory, as an array. */
  Object read(MemorySegment from) {
    return switch (this) {
      case BYTE -> from.toArray(ValueLayout.JAVA_BYTE);
      case CHAR -> from.toArray(ValueLayout.JAVA_CHAR_UNALIGNED);
      case SHORT -> from.toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
      case INT -> from.toArray(ValueLayout.JAVA_INT_UNALIGNED);
      case LONG -> from.toArray(ValueLayout.JAVA_LONG_UNALIGNED);
      case FLOAT -> from.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
      case DOUBLE -> from.toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
      case BOOLEAN -> booleans(from);
      case OBJECT, PACKED, NULL, LB, UB -> refuse(null);
    };
  }

  private static boolean[] booleans(MemorySegment from) {
    boolean[] values = new boolean[(int) from.byteSize()];
    for (int i = 0; i < values.length; i++) {
      values[i] = from.get(ValueLayout.JAVA_BYTE, i) != 0;
    }
    return values;
  }

  /** Writes an array that {@link #read} gave back into memory. */
  static void write(Object array, MemorySegment to) {
    switch (array) {
      case byte[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case char[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case short[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case int[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case long[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case float[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case double[] a -> to.copyFrom(MemorySegment.ofArray(a));
      case boolean[] a -> {
        for (int i = 0; i < a.length; i++) {
          to.set(ValueLayout.JAVA_BYTE, i, (byte) (a[i] ? 1 : 0));
        }
      }
      default -> throw new IllegalArgumentException(array.getClass().getName());
    }
  }
}
