package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;

/** Packs data into memory without gaps, and unpacks it (sections 5.2 and 5.3). */
public final class Packed {
  private static final String EXTERNAL32 = "external32";

  private Packed() {}

  /** The bytes that {@code count} elements take when packed, in either representation. */
  public static long size(long count, Datatype type) {
    if (count < 0) {
      throw new MpiArgumentException(ErrorClass.COUNT, "the size of " + count + " elements");
    }
    try {
      return Math.multiplyExact(count, type.size());
    } catch (ArithmeticException e) {
      throw new MpiArgumentException(
          ErrorClass.COUNT, count + " × " + type + " are beyond 2^63 bytes");
    }
  }

  /** Packs; returns the position after it. */
  public static long pack(Buf in, Buf out, long position) {
    Layout.copy(in, window("pack", in, out, position));
    return position + in.bytes();
  }

  /** Unpacks; returns the position after it. */
  public static long unpack(Buf in, long position, Buf out) {
    Layout.copy(window("unpack", out, in, position), out);
    return position + out.bytes();
  }

  /** Refuses a representation that is not external32. */
  public static void checkRepresentation(String datarep) {
    if (!datarep.equals(EXTERNAL32)) {
      throw new MpiArgumentException(
          ErrorClass.ARG,
          "data representation \"" + datarep + "\" is unknown: there is \"" + EXTERNAL32 + "\"");
    }
  }

  /** Packs as external32; returns the position after it. */
  public static long packExternal(Buf in, Buf out, long position) {
    Buf packed = window("packExternal", in, out, position);
    Buf copy = Layout.scratch(Datatype.BYTE, in.bytes());
    Layout.copy(in, copy);
    External32.swap(in.datatype(), in.count(), segment(copy), true);
    Layout.copy(copy, packed);
    return position + in.bytes();
  }

  /** Unpacks external32; returns the position after it. */
  public static long unpackExternal(Buf in, long position, Buf out) {
    Buf packed = window("unpackExternal", out, in, position);
    Buf copy = Layout.scratch(Datatype.BYTE, out.bytes());
    Layout.copy(packed, copy);
    External32.swap(out.datatype(), out.count(), segment(copy), false);
    Layout.copy(copy, out);
    return position + out.bytes();
  }

  private static MemorySegment segment(Buf bytes) {
    return Objects.requireNonNull(Layout.segment(bytes), "bytes are a segment");
  }

  /** The part of packed memory that data takes from a position on. */
  private static Buf window(String call, Buf data, Buf packed, long position) {
    if (!Layout.contiguous(packed.datatype())) {
      throw new MpiArgumentException(
          ErrorClass.TYPE,
          call + ": packed data lies in memory without gaps, but that is " + packed);
    }
    long capacity = packed.bytes();
    if (position < 0 || data.bytes() > capacity - position) {
      throw new MpiArgumentException(
          ErrorClass.BUFFER,
          "%s: %s take %d bytes from position %d on, but the packed buffer has %d"
              .formatted(call, data, data.bytes(), position, capacity));
    }
    return packed.asBytes().slice(position, data.bytes());
  }
}
