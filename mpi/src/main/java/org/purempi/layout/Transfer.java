package org.purempi.layout;

import java.lang.foreign.MemorySegment;

/** Moves what it is shown to or from a message, which lies in one piece. */
abstract sealed class Transfer implements Walker {
  MemorySegment message = MemorySegment.NULL;

  /** The next byte of the message. */
  long at;

  /** Goes on in another piece of memory. */
  void begin(MemorySegment in, long offset) {
    message = in;
    at = offset;
  }

  /** Lets go of the piece of memory. */
  void end() {
    message = MemorySegment.NULL;
  }

  /** From a buffer to the message; the memory is a segment, or a {@code boolean[]}. */
  static Transfer packing(Object memory) {
    return memory instanceof MemorySegment s ? new Pack(s) : new PackFlags((boolean[]) memory);
  }

  /** From the message to a buffer; the memory is a segment, or a {@code boolean[]}. */
  static Transfer unpacking(Object memory) {
    return memory instanceof MemorySegment s ? new Unpack(s) : new UnpackFlags((boolean[]) memory);
  }

  private static final class Pack extends Transfer {
    private final MemorySegment memory;
    private final int kind;
    private Kernel kernel = Kernels.SHARED;

    Pack(MemorySegment memory) {
      this.memory = memory;
      this.kind = Kernels.kind(memory);
    }

    @Override
    void begin(MemorySegment in, long offset) {
      super.begin(in, offset);
      kernel = Kernels.of(kind, Kernels.kind(in));
    }

    @Override
    public void piece(long from, long bytes) {
      MemorySegment.copy(memory, from, message, at, bytes);
      at += bytes;
    }

    @Override
    public void grid(
        long from, long pieceBytes, long pieces, long stride, long rows, long rowStride) {
      long row = pieceBytes * pieces;
      kernel.grid(
          memory, from, stride, rowStride, message, at, pieceBytes, row, pieceBytes, pieces, rows);
      at += row * rows;
    }

    @Override
    public void list(long origin, Listed list, int first, int end, long rows, long rowStride) {
      kernel.gather(memory, origin, rowStride, list, first, end, rows, message, at);
      at += (list.starts[end] - list.starts[first]) * rows;
    }
  }

  private static final class Unpack extends Transfer {
    private final MemorySegment memory;
    private final int kind;
    private Kernel kernel = Kernels.SHARED;

    Unpack(MemorySegment memory) {
      this.memory = memory;
      this.kind = Kernels.kind(memory);
    }

    @Override
    void begin(MemorySegment in, long offset) {
      super.begin(in, offset);
      kernel = Kernels.of(Kernels.kind(in), kind);
    }

    @Override
    public void piece(long to, long bytes) {
      MemorySegment.copy(message, at, memory, to, bytes);
      at += bytes;
    }

    @Override
    public void grid(
        long to, long pieceBytes, long pieces, long stride, long rows, long rowStride) {
      long row = pieceBytes * pieces;
      kernel.grid(
          message, at, pieceBytes, row, memory, to, stride, rowStride, pieceBytes, pieces, rows);
      at += row * rows;
    }

    @Override
    public void list(long origin, Listed list, int first, int end, long rows, long rowStride) {
      kernel.scatter(message, at, memory, origin, rowStride, list, first, end, rows);
      at += (list.starts[end] - list.starts[first]) * rows;
    }
  }

  /** Java makes no segment of truth values. */
  private static final class PackFlags extends Transfer {
    private final boolean[] memory;

    PackFlags(boolean[] memory) {
      this.memory = memory;
    }

    @Override
    public void piece(long from, long bytes) {
      ArrayReader.read(memory, from, message, at, bytes);
      at += bytes;
    }
  }

  private static final class UnpackFlags extends Transfer {
    private final boolean[] memory;

    UnpackFlags(boolean[] memory) {
      this.memory = memory;
    }

    @Override
    public void piece(long to, long bytes) {
      ArrayWriter.write(memory, to, message, at, bytes);
      at += bytes;
    }
  }
}
