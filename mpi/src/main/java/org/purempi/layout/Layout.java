package org.purempi.layout;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.purempi.BasicDatatype;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.transport.Sink;
import org.purempi.transport.Source;

/**
 * The doors of this package: cursors over buffers, local copies, memory for intermediate results.
 */
public final class Layout {
  /** Bytes of the block through which two buffers with gaps are copied. */
  private static final int BLOCK_BYTES = 4096;

  static final byte[] NOTHING = new byte[0];

  private Layout() {}

  /**
   * Whether elements of this type follow each other without gaps from the buffer's origin on: a
   * {@link ContiguousCursor} over {@link Buf#bytes} bytes from {@link Buf#offsetBytes} will do.
   */
  public static boolean contiguous(Datatype type) {
    return type instanceof BasicDatatype || TypeLayout.of(type).isDense;
  }

  /** Bytes of a basic element, a power of two; 0 if there are others, or if it is not known. */
  public static int elementBytes(Datatype type) {
    return type instanceof BasicDatatype b ? elementBytes(b) : TypeLayout.of(type).elementBytes;
  }

  static int elementBytes(BasicDatatype type) {
    boolean isKnown = type.kind() != BasicDatatype.Kind.PACKED;
    return isKnown && Integer.bitCount(type.width()) == 1 ? type.width() : 0;
  }

  /**
   * Whether elements of the buffer share bytes: such can be sent but not received into (section
   * 3.2.4).
   */
  public static boolean overlaps(Buf buf) {
    Datatype type = buf.datatype();
    return !contiguous(type) && TypeLayout.of(type).overlap.among(buf.count());
  }

  /** The sentence that says why a buffer that {@link #overlaps} cannot be received into. */
  public static String overlap(Buf buf) {
    return "elements of "
        + buf
        + " share bytes, so what is received there is undefined: they can be sent only;"
        + " receive into a datatype whose parts, and elements one extent apart, are disjoint";
  }

  /** The device in whose memory the buffer lies; null if it is the host's. */
  public static @Nullable Device device(@Nullable Buf buf) {
    return buf != null && buf.base() instanceof DeviceMemory m ? m.device() : null;
  }

  /**
   * Does something with a device.
   *
   * @throws org.purempi.MpiException if the device fails
   */
  public static void onDevice(Runnable action) {
    DeviceAccess.guarded(action);
  }

  /** A cursor over the data of a buffer to send, at its beginning. */
  public static Source source(Buf buf) {
    Node node = node(buf);
    if (buf.base() instanceof DeviceMemory memory) {
      return new DeviceSource(memory, buf.offsetBytes(), node);
    }
    return node instanceof Piece p
        ? contiguous(buf, p)
        : new LayoutCursor(buf.base(), buf.offsetBytes(), node);
  }

  /** A cursor over the memory of a buffer to receive into, at its beginning. */
  public static Sink sink(Buf buf) {
    Node node = node(buf);
    if (buf.base() instanceof DeviceMemory memory) {
      return new DeviceSink(memory, buf.offsetBytes(), node);
    }
    return node instanceof Piece p
        ? contiguous(buf, p)
        : new LayoutCursor(buf.base(), buf.offsetBytes(), node);
  }

  private static Node node(Buf buf) {
    return TypeLayout.of(buf.datatype()).times(buf.count());
  }

  private static ContiguousCursor contiguous(Buf buf, Piece piece) {
    long at = buf.offsetBytes() + piece.displacement;
    return new ContiguousCursor().reset(buf.base(), at, piece.bytes);
  }

  /**
   * Copies the data of one buffer into another, whose datatype may be laid out otherwise; ends with
   * the shorter one. The buffers may be the same memory; contiguous ones may overlap.
   *
   * @return the bytes copied
   */
  public static long copy(Buf from, Buf to) {
    long bytes = Math.min(from.bytes(), to.bytes());
    if (bytes == 0 || isSame(from, to)) {
      return bytes;
    }
    if (contiguous(from.datatype()) && contiguous(to.datatype())) {
      Memory.copy(from.base(), from.offsetBytes(), to.base(), to.offsetBytes(), bytes);
      return bytes;
    }
    Source source = source(from);
    Sink sink = sink(to);
    MemorySegment target = sink.contiguous();
    MemorySegment origin = target == null ? source.contiguous() : null;
    if (target != null) {
      source.read(target, 0, bytes);
    } else if (origin != null) {
      sink.write(origin, 0, bytes);
    } else if (!source.transferTo(sink, bytes)) {
      boolean isQuick = device(from) == null && device(to) == null;
      long most = isQuick ? BLOCK_BYTES : DeviceAccess.PIECE_BYTES;
      MemorySegment block = MemorySegment.ofArray(new byte[(int) Math.min(most, bytes)]);
      for (long left = bytes; left > 0; ) {
        long n = Math.min(left, block.byteSize());
        source.read(block, 0, n);
        sink.write(block, 0, n);
        left -= n;
      }
    }
    sink.flush();
    return bytes;
  }

  /** The buffer's data, one element after the other, in memory of its own. */
  public static Buf copyOf(Buf buf) {
    Datatype type = typeOfCopy(buf);
    Buf copy = scratch(type, buf.bytes() / type.size());
    copy(buf, copy);
    return copy;
  }

  /** What the buffer's data consists of, one element after the other. */
  public static Datatype typeOfCopy(Buf buf) {
    return buf.datatype() instanceof BasicDatatype basic ? basic : Datatype.PACKED;
  }

  private static boolean isSame(Buf from, Buf to) {
    return sameMemory(from.base(), to.base())
        && from.offsetBytes() == to.offsetBytes()
        && (from.datatype().equals(to.datatype())
            || (contiguous(from.datatype()) && contiguous(to.datatype())));
  }

  private static boolean sameMemory(Object a, Object b) {
    return a.equals(b);
  }

  /** How many pieces without gaps the buffer's data lies in. */
  public static long pieces(Buf buf) {
    return node(buf).pieces();
  }

  /** Shows where in the buffer's memory its data lies, in order. */
  public static void walk(Buf buf, Tiling.Stretches stretches) {
    if (buf.bytes() > 0) {
      node(buf).walk(stretches::stretch, buf.offsetBytes(), 0, buf.bytes());
    }
  }

  /**
   * The buffer's memory up to its last byte, as a segment, from its first element's origin on, or
   * from {@link Datatype#originBytes} bytes before it if elements touch bytes there; null for
   * {@code boolean[]} and a device's memory.
   */
  public static @Nullable MemorySegment segment(Buf buf) {
    MemorySegment view = Memory.view(buf.base());
    if (view == null) {
      return null;
    }
    Datatype type = buf.datatype();
    if (buf.bytes() == 0) {
      return view.asSlice(Math.clamp(buf.offsetBytes(), 0, view.byteSize()), 0);
    }
    long begin = buf.offsetBytes() - type.originBytes(buf.count());
    long last = buf.offsetBytes() + Math.max(0, (buf.count() - 1) * type.extent());
    long end = last + Math.max(type.trueLb() + type.trueExtent(), type.lb() + type.extent());
    return view.asSlice(begin, Math.min(end, view.byteSize()) - begin);
  }

  /**
   * All of a buffer's memory, an array of primitives or a segment, as a segment; null for {@code
   * boolean[]} and a device's memory.
   */
  public static @Nullable MemorySegment view(Object base) {
    return Memory.view(base);
  }

  /**
   * Fresh zeroed memory for {@code count} elements, on the heap in the array type that reductions
   * run fastest on.
   */
  public static Buf scratch(Datatype type, long count) {
    return ScratchMemory.of(Objects.requireNonNull(type), count);
  }

  /**
   * The same in a device's memory, uncleared; on the host if it has none left, or {@code device} is
   * null.
   */
  public static Buf scratch(@Nullable Device device, Datatype type, long count) {
    Buf there = device == null || count == 0 ? null : ScratchMemory.on(device, type, count);
    return there != null ? there : scratch(type, count);
  }
}
