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

  /** So many rows of records are moved column by column, before the next ones. */
  private static final int TURN = 128;

  private static final class Pack extends Transfer {
    private final MemorySegment memory;
    private final int kind;
    private Kernels kernels;

    Pack(MemorySegment memory) {
      this.memory = memory;
      this.kind = Kernels.kind(memory);
      this.kernels = Kernels.of(kind, kind);
    }

    @Override
    void begin(MemorySegment in, long offset) {
      super.begin(in, offset);
      kernels = Kernels.of(kind, Kernels.kind(in));
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
      kernels.grid(
          memory, from, stride, rowStride, message, at, pieceBytes, row, pieceBytes, pieces, rows);
      at += row * rows;
    }

    @Override
    public void rows(long origin, Listed list, long rows, long rowStride) {
      for (long done = 0; done < rows; done += TURN) {
        long n = Math.min(TURN, rows - done);
        for (int i = 0; i < list.displacements.length; i++) {
          long f = origin + done * rowStride + list.displacements[i];
          long t = at + list.starts[i];
          kernels.strided(memory, f, rowStride, message, t, list.bytes, list.length(i), n);
        }
        at += list.bytes * n;
      }
    }

    @Override
    public void indexed(long origin, int[] offsets, int pieceBytes, int first, int end) {
      kernels.of(pieceBytes).gather(memory, origin, message, at, offsets, first, end - first);
      at += (long) (end - first) * pieceBytes;
    }
  }

  private static final class Unpack extends Transfer {
    private final MemorySegment memory;
    private final int kind;
    private Kernels kernels;

    Unpack(MemorySegment memory) {
      this.memory = memory;
      this.kind = Kernels.kind(memory);
      this.kernels = Kernels.of(kind, kind);
    }

    @Override
    void begin(MemorySegment in, long offset) {
      super.begin(in, offset);
      kernels = Kernels.of(Kernels.kind(in), kind);
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
      kernels.grid(
          message, at, pieceBytes, row, memory, to, stride, rowStride, pieceBytes, pieces, rows);
      at += row * rows;
    }

    @Override
    public void rows(long origin, Listed list, long rows, long rowStride) {
      for (long done = 0; done < rows; done += TURN) {
        long n = Math.min(TURN, rows - done);
        for (int i = 0; i < list.displacements.length; i++) {
          long f = at + list.starts[i];
          long t = origin + done * rowStride + list.displacements[i];
          kernels.strided(message, f, list.bytes, memory, t, rowStride, list.length(i), n);
        }
        at += list.bytes * n;
      }
    }

    @Override
    public void indexed(long origin, int[] offsets, int pieceBytes, int first, int end) {
      kernels.of(pieceBytes).scatter(message, at, memory, origin, offsets, first, end - first);
      at += (long) (end - first) * pieceBytes;
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
