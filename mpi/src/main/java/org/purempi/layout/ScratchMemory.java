package org.purempi.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.Device;
import org.purempi.device.DeviceException;

/** Memory for intermediate results. */
final class ScratchMemory {
  /** Arrays of nearly all JVMs end a little below 2^31 elements. */
  private static final long LONGEST_ARRAY = Integer.MAX_VALUE - 8;

  /** Enough for every basic type. */
  private static final long ALIGNMENT_BYTES = 16;

  private ScratchMemory() {}

  static Buf of(Datatype type, long count) {
    return type instanceof BasicDatatype b ? ofBasic(b, count) : ofBytes(type, count);
  }

  private static Buf ofBasic(BasicDatatype type, long count) {
    boolean number =
        type.kind() == BasicDatatype.Kind.FLOAT || type.kind() == BasicDatatype.Kind.COMPLEX;
    boolean complex = type.kind() == BasicDatatype.Kind.COMPLEX;
    int unit = complex ? type.width() / 2 : type.width();
    long units = complex ? 2 * count : count;
    if (units > LONGEST_ARRAY) {
      return ofBytes(type, count);
    }
    int n = (int) units;
    if (number) {
      return switch (unit) {
        case Short.BYTES -> Buf.of(new short[n], 0, count, type);
        case Float.BYTES -> Buf.of(new float[n], 0, count, type);
        case Double.BYTES -> Buf.of(new double[n], 0, count, type);
        default -> ofBytes(type, count);
      };
    }
    return switch (unit) {
      case Byte.BYTES -> Buf.of(new byte[n], 0, count, type);
      case Short.BYTES ->
          type.kind() == BasicDatatype.Kind.CHARACTER
              ? Buf.of(new char[n], 0, count, type)
              : Buf.of(new short[n], 0, count, type);
      case Integer.BYTES -> Buf.of(new int[n], 0, count, type);
      case Long.BYTES -> Buf.of(new long[n], 0, count, type);
      default -> ofBytes(type, count);
    };
  }

  /** A device's memory, which the collector frees; null if it has none left. */
  static @Nullable Buf on(Device device, Datatype type, long count) {
    long before = before(type, count);
    long bytes = Math.addExact(before, bytesAfter(type, count));
    try {
      return Buf.of(CollectedMemory.allocate(device, bytes), before, count, type);
    } catch (DeviceException e) {
      return null;
    }
  }

  /** Bytes before the first element's origin that elements touch, aligned. */
  private static long before(Datatype type, long count) {
    long low = type.originBytes(count);
    return (low + ALIGNMENT_BYTES - 1) / ALIGNMENT_BYTES * ALIGNMENT_BYTES;
  }

  private static long bytesAfter(Datatype type, long count) {
    long steps = Math.max(0, Math.max(0, count - 1) * type.extent());
    long ub = type.lb() + type.extent();
    return Math.addExact(steps, Math.max(0, Math.max(type.trueLb() + type.trueExtent(), ub)));
  }

  /** A long[], aligned for every field; beyond 16 GiB native memory that the collector frees. */
  private static Buf ofBytes(Datatype type, long count) {
    long before = before(type, count);
    long bytes = count == 0 ? 0 : Math.addExact(before, bytesAfter(type, count));
    long longs = (bytes + Long.BYTES - 1) / Long.BYTES;
    MemorySegment memory =
        longs <= LONGEST_ARRAY
            ? MemorySegment.ofArray(new long[(int) longs])
            : Arena.ofAuto().allocate(bytes, ALIGNMENT_BYTES);
    return Buf.of(memory, count == 0 ? 0 : before, count, type);
  }
}
