package mpi;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * Buffers of this API as those of purempi: arrays of primitives and {@link Buffer}s, from their
 * first element. Errors pass the handler of the communicator that is called.
 */
final class Buffers {
  private static final byte[] NOTHING = {};

  /** What the library advises where a buffer is too short. */
  private static final String TOO_SHORT = ": make the buffer larger or the count smaller";

  private Buffers() {}

  /** {@code count} elements from the beginning of {@code buffer}. */
  static Buf of(Communicator c, @Nullable Object buffer, long count, Datatype type)
      throws MPIException {
    try {
      return of(buffer, count, type);
    } catch (RuntimeException e) {
      throw Failures.at(c, e);
    }
  }

  /** As the other one; its errors have passed no handler. */
  static Buf of(@Nullable Object buffer, long count, Datatype type) {
    org.purempi.Datatype t = type.committed();
    try {
      return make(buffer, count, t);
    } catch (RuntimeException e) {
      throw explained(e, buffer, type);
    }
  }

  /** No elements of a type that need not be one. */
  static Buf nothing(@Nullable Datatype type) {
    org.purempi.Datatype t = type == null ? null : type.coreOrNull();
    return Buf.of(NOTHING, 0, 0L, t == null ? org.purempi.Datatype.BYTE : t);
  }

  /** {@code n} blocks of a buffer, counted and placed in elements. */
  static VBuf blocks(
      Communicator c,
      int n,
      @Nullable Object buffer,
      int[] allCounts,
      int[] allDispls,
      Datatype type)
      throws MPIException {
    org.purempi.Datatype t = type.committed(c);
    int[] counts = First.of(n, allCounts);
    int[] displs = First.of(n, allDispls);
    try {
      long begin = 0;
      long end = 0;
      for (int i = 0; i < Math.min(counts.length, displs.length); i++) {
        if (counts[i] > 0) {
          begin = Math.min(begin, displs[i]);
          end = Math.max(end, (long) displs[i] + counts[i]);
        }
      }
      return begin == 0
          ? VBuf.of(make(buffer, end, t), counts, displs)
          : reachingBack(buffer, begin, end, counts, displs, t);
    } catch (RuntimeException e) {
      throw Failures.at(c, explained(e, buffer, type));
    }
  }

  /** Some blocks lie before the first element, which may be that of a slice. */
  private static VBuf reachingBack(
      @Nullable Object buffer,
      long begin,
      long end,
      int[] counts,
      int[] displs,
      org.purempi.Datatype t) {
    Buf all = displaced(buffer, begin * t.extent(), end - begin, t);
    long[] from = Arrays.stream(displs).mapToLong(d -> d - begin).toArray();
    return VBuf.of(all, Arrays.stream(counts).asLongStream().toArray(), from);
  }

  /** Blocks of a buffer, each of its own type and placed in bytes. */
  static WBuf blocks(
      Communicator c, @Nullable Object buffer, int[] counts, int[] displs, Datatype[] types)
      throws MPIException {
    int n = Sides.partners(c);
    if (Math.min(counts.length, Math.min(displs.length, types.length)) < n) {
      throw Failures.at(
          c,
          ErrorClass.ARG,
          "%d counts, %d displacements and %d types: there must be one of each for %d ranks"
              .formatted(counts.length, displs.length, types.length, n));
    }
    List<Buf> blocks = new ArrayList<>(n);
    for (int i = 0; i < n; i++) {
      boolean isNothing = counts[i] == 0;
      blocks.add(isNothing ? nothing(types[i]) : block(c, buffer, displs[i], counts[i], types[i]));
    }
    return new WBuf(blocks);
  }

  private static Buf block(
      Communicator c, @Nullable Object buffer, int displBytes, int count, Datatype type)
      throws MPIException {
    org.purempi.Datatype t = type.committed(c);
    try {
      return displaced(buffer, displBytes, count, t);
    } catch (RuntimeException e) {
      throw Failures.at(c, e);
    }
  }

  private static Buf make(@Nullable Object buffer, long count, org.purempi.Datatype t) {
    if (count == 0) { // of whatever: programs pass an Integer
      return Buf.of(NOTHING, 0, 0L, t);
    }
    if (buffer instanceof Buffer b) {
      return b.hasArray() ? ofArray(b.array(), b.arrayOffset(), count, t) : direct(b, 0, count, t);
    }
    if (buffer == null) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER, "the buffer is null, but the count is " + count);
    }
    return ofArray(buffer, 0, count, t);
  }

  /** From the first to the last element, wherever position and limit are. */
  private static Buffer whole(Buffer b) {
    return b.position() == 0 && b.limit() == b.capacity() ? b : b.duplicate().clear();
  }

  private static Buf direct(Buffer b, long offsetBytes, long count, org.purempi.Datatype t) {
    MemorySegment part = MemorySegment.ofBuffer(whole(b));
    if (offsetBytes >= t.originBytes(count)) {
      return Buf.of(part, offsetBytes, count, t);
    }
    MemorySegment whole = Allocations.around(part);
    return Buf.of(whole, part.address() - whole.address() + offsetBytes, count, t);
  }

  private static Buf ofArray(Object array, int offset, long count, org.purempi.Datatype t) {
    if (array instanceof double[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof int[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof byte[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof long[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof float[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof char[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof short[] a) {
      return Buf.of(a, offset, count, t);
    }
    if (array instanceof boolean[] a) {
      return Buf.of(a, offset, count, t);
    }
    throw notABuffer(array);
  }

  private static MpiArgumentException notABuffer(Object object) {
    Class<?> component = object.getClass().getComponentType();
    String instead =
        component != null && component.isArray()
            ? "its rows do not lie one after the other, so send each row, or copy them all to one"
                + " array first"
            : object instanceof Number || object instanceof Character || object instanceof Boolean
                ? "for one value pass an array of one"
                : object instanceof String
                    ? "for a text pass its toCharArray()"
                    : "serialise objects to a byte[] first";
    return new MpiArgumentException(
        ErrorClass.BUFFER,
        "a buffer is an array of primitives or a java.nio.Buffer, not %s: %s"
            .formatted(named(object), instead));
  }

  private static String named(Object object) {
    String type = object.getClass().getTypeName();
    return (type.startsWith("i") ? "an " : "a ") + type;
  }

  /** Booleans are bytes below. */
  private static String named(Datatype type) {
    return type == MPI.BOOLEAN ? "MPI.BOOLEAN" : String.valueOf(type.coreOrNull());
  }

  /** A buffer that is too short is said to be what it is: it may go with another datatype. */
  private static RuntimeException explained(
      RuntimeException e, @Nullable Object buffer, Datatype type) {
    Object array = array(buffer);
    if (!(e instanceof MpiArgumentException error)
        || array == null
        || !array.getClass().isArray()
        || !error.getMessage().contains(TOO_SHORT)) {
      return e;
    }
    String is = "%s of length %d".formatted(named(array), Array.getLength(array));
    boolean goesTogether = array.getClass() == type.base().arrayClass() || !type.predefined();
    String advice =
        goesTogether
            ? is + TOO_SHORT
            : "%s: %s goes with a %s"
                .formatted(is, named(type), type.base().arrayClass().getTypeName());
    return new MpiArgumentException(
        ErrorClass.BUFFER, error.getMessage().replace(TOO_SHORT, ", as " + advice));
  }

  private static Buf displaced(
      @Nullable Object buffer, long displBytes, long count, org.purempi.Datatype t) {
    if (buffer == null) {
      throw new MpiArgumentException(ErrorClass.BUFFER, "the buffer is null");
    }
    if (!(buffer instanceof Buffer b)) {
      return at(buffer, displBytes, count, t);
    }
    if (!b.hasArray()) {
      return direct(b, displBytes, count, t);
    }
    long offset = (long) b.arrayOffset() * elementBytes(b.array());
    return at(b.array(), offset + displBytes, count, t);
  }

  /** {@code count} elements from a byte of an array, or of a segment, on. */
  static Buf at(Object memory, long offsetBytes, long count, org.purempi.Datatype t) {
    if (memory instanceof MemorySegment segment) {
      return Buf.of(segment, offsetBytes, count, t);
    }
    int bytes = elementBytes(memory);
    int index = (int) (offsetBytes / bytes);
    return (long) index * bytes == offsetBytes
        ? ofArray(memory, index, count, t)
        : Buf.of(segment(memory), offsetBytes, count, t);
  }

  /** The array that a program's buffer is, or lies in; null if it is not in the heap. */
  static @Nullable Object array(@Nullable Object buffer) {
    return buffer instanceof Buffer b ? b.hasArray() ? b.array() : null : buffer;
  }

  private static MemorySegment segment(Object array) {
    return switch (array) {
      case double[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case byte[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      default -> throw notABuffer(array);
    };
  }

  /** The bytes of an element of an array. */
  static int elementBytes(Object array) {
    return switch (array) {
      case double[] _, long[] _ -> Long.BYTES;
      case int[] _, float[] _ -> Integer.BYTES;
      case short[] _, char[] _ -> Short.BYTES;
      default -> 1;
    };
  }
}
