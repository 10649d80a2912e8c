package org.purempi.check;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.DeviceMemory;

/** The bytes that data lies in: of memory, or of a rank's part of a window. */
final class Extent {
  private static final Object NATIVE = new Object();
  private static final Object WINDOW = new Object();

  /** The array or device that the bytes are of, or one of the objects above. */
  private final Object base;

  private final long first;
  private final long end;

  /** Whether it has every byte from its first to its last. */
  private final boolean isDense;

  /** Which bytes, where there are gaps; made when somebody asks. */
  private @Nullable Pieces pieces;

  private final long origin;
  private final long count;
  private final @Nullable Datatype type;

  private Extent(Object base, long origin, long count, Datatype type) {
    this.base = base;
    this.origin = origin;
    this.count = count;
    this.type = type;
    long last = (count - 1) * type.extent();
    this.first = origin + Math.min(0, last) + type.trueLb();
    this.end = origin + Math.max(0, last) + type.trueLb() + type.trueExtent();
    this.isDense = end - first == count * type.size();
  }

  private Extent(Pieces pieces) {
    this.base = WINDOW;
    this.origin = 0;
    this.count = 0;
    this.type = null;
    this.pieces = pieces;
    this.first = pieces.first();
    this.end = pieces.end();
    this.isDense = false;
  }

  /** Of a buffer with data. */
  static Extent of(Buf buf) {
    if (buf.base() instanceof DeviceMemory memory) {
      long at = memory.address() + buf.offsetBytes();
      return new Extent(memory.device(), at, buf.count(), buf.datatype());
    }
    if (!(buf.base() instanceof MemorySegment segment)) {
      return new Extent(buf.base(), buf.offsetBytes(), buf.count(), buf.datatype());
    }
    Object array = segment.heapBase().orElse(null);
    long at = segment.address() + buf.offsetBytes();
    return new Extent(array == null ? NATIVE : array, at, buf.count(), buf.datatype());
  }

  /** Of elements in a part of a window, of which there are some. */
  static Extent of(long at, long count, Datatype type) {
    return new Extent(WINDOW, at, count, type);
  }

  /** Whether both have a byte. */
  boolean overlaps(Extent other) {
    if (base != other.base || first >= other.end || other.first >= end) {
      return false;
    }
    return (isDense && other.isDense) || pieces().share(other.pieces());
  }

  private Pieces pieces() {
    Pieces its = pieces;
    if (its == null) {
      its = isDense || type == null ? Pieces.of(first, end) : Pieces.of(type, origin, count);
      pieces = its;
    }
    return its;
  }

  void write(DataOutputStream out) throws IOException {
    pieces().write(out);
  }

  static Extent read(DataInputStream in) throws IOException {
    return new Extent(Pieces.read(in));
  }
}
