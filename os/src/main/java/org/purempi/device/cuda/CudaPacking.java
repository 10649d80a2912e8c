package org.purempi.device.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DevicePieces;
import org.purempi.device.DevicePieces.Grid;
import org.purempi.device.DevicePieces.Listed;

/**
 * Packs and unpacks in a stream: by kernels that move elements as wide as all addresses are
 * aligned, or by the driver's own copies if it does not take kernels.
 */
final class CudaPacking {
  private static final long WIDEST = 16;

  /** So many pieces have their offsets on the device at once. */
  private static final int PIECES_AT_ONCE = 1 << 20;

  /** What the driver takes as the distance of two rows of a copy. */
  private static final long LONGEST_PITCH = Integer.MAX_VALUE;

  private static final long MEMORY_TYPE_DEVICE = 2;
  private static final long PITCHED_WORDS = 16;

  private final CudaDevice device;
  private final long stream;
  private final CudaUploads uploads;

  CudaPacking(CudaDevice device, long stream) {
    this.device = device;
    this.stream = stream;
    this.uploads = new CudaUploads(device, stream);
  }

  /** Lets go of memory that it has used; the stream is done. */
  synchronized void close() {
    uploads.close();
  }

  /** Between pieces and what lies one after the other at {@code packedAt}. */
  synchronized void move(
      DeviceMemory loose, DevicePieces pieces, DeviceMemory packed, long packedAt, boolean packs) {
    if (pieces.bytes() == 0) {
      return;
    }
    switch (pieces) {
      case Grid grid -> move(loose, grid, packed, packedAt, packs);
      case Listed list -> move(loose, list, packed, packedAt, packs);
    }
  }

  private void move(
      DeviceMemory loose, Grid grid, DeviceMemory packed, long packedAt, boolean packs) {
    long bytes = grid.bytes();
    long acrossRow = (grid.pieces() - 1) * grid.stride();
    long acrossRows = (grid.rows() - 1) * grid.rowStride();
    long before = Math.min(acrossRow, 0) + Math.min(acrossRows, 0);
    long after = Math.max(acrossRow, 0) + Math.max(acrossRows, 0) + grid.pieceBytes();
    long looseStart = loose.at(grid.origin() + before, after - before);
    long looseAt = looseStart - before;
    long packedStart = packed.at(packedAt, bytes);
    require(looseStart, after - before, packedStart, bytes);
    if (!device.kernels().canPack()) {
      copyRows(looseAt, grid, packedStart, packs);
      return;
    }
    long distances = grid.pieces() > 1 ? grid.stride() : 0;
    distances |= grid.rows() > 1 ? grid.rowStride() : 0;
    long width = width(looseAt | packedStart | grid.pieceBytes() | distances);
    long elements = grid.pieceBytes() / width;
    device
        .kernels()
        .launch(
            KernelText.name(packs, false, width),
            Launch.over(elements, grid.pieces(), grid.rows()),
            stream,
            looseAt,
            packedStart,
            elements,
            grid.pieces(),
            grid.stride(),
            grid.rows(),
            grid.rowStride());
  }

  private void require(long looseAt, long looseBytes, long packedAt, long packedBytes) {
    try (var _ = device.enter()) {
      CudaPointer.require(looseAt, looseBytes);
      CudaPointer.require(packedAt, packedBytes);
    }
  }

  private void move(
      DeviceMemory loose, Listed list, DeviceMemory packed, long packedAt, boolean packs) {
    long bytes = list.bytes();
    long lowest = Long.MAX_VALUE;
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < list.pieces(); i++) {
      lowest = Math.min(lowest, list.at(i));
      highest = Math.max(highest, list.at(i));
    }
    long length = highest - lowest + list.pieceBytes();
    long looseStart = loose.at(list.origin() + lowest, length);
    long packedStart = packed.at(packedAt, bytes);
    require(looseStart, length, packedStart, bytes);
    for (int done = 0; done < list.pieces(); done += PIECES_AT_ONCE) {
      Listed part = list.part(done, Math.min(PIECES_AT_ONCE, list.pieces() - done));
      long partAt = packedStart + (long) done * list.pieceBytes();
      move(looseStart - lowest, part, partAt, packs);
    }
  }

  private void move(long looseAt, Listed list, long packedAt, boolean packs) {
    long pieceBytes = list.pieceBytes();
    if (!device.kernels().canPack()) {
      try (var _ = device.enter()) {
        for (int i = 0; i < list.pieces(); i++) {
          copy(looseAt + list.at(i), packedAt + i * pieceBytes, pieceBytes, packs);
        }
      }
      return;
    }
    long width = width(looseAt | packedAt | bits(list));
    long elements = pieceBytes / width;
    String kernel = KernelText.name(packs, true, width);
    uploads.use(
        list,
        uploaded ->
            device
                .kernels()
                .launch(
                    kernel,
                    Launch.over(elements, list.pieces(), 1),
                    stream,
                    looseAt,
                    packedAt,
                    elements,
                    list.pieces(),
                    uploaded,
                    1,
                    0));
  }

  /** All bits of the offsets and the length. */
  private static int bits(Listed list) {
    int bits = list.pieceBytes();
    for (int i = 0; i < list.pieces(); i++) {
      bits |= list.at(i);
    }
    return bits;
  }

  /** How wide an element may be if these are the bits of all addresses and distances. */
  private static long width(long bits) {
    return Long.lowestOneBit(bits | WIDEST);
  }

  // ---- Without kernels

  private void copyRows(long looseAt, Grid grid, long packedAt, boolean packs) {
    try (var _ = device.enter()) {
      for (long row = 0; row < grid.rows(); row++) {
        copyRow(
            looseAt + row * grid.rowStride(),
            grid,
            packedAt + row * grid.pieces() * grid.pieceBytes(),
            packs);
      }
    }
  }

  private void copyRow(long looseAt, Grid grid, long packedAt, boolean packs) {
    if (copyPitched(looseAt, grid, packedAt, packs)) {
      return;
    }
    for (long i = 0; i < grid.pieces(); i++) {
      copy(looseAt + i * grid.stride(), packedAt + i * grid.pieceBytes(), grid.pieceBytes(), packs);
    }
  }

  private void copy(long looseAt, long packedAt, long bytes, boolean packs) {
    CudaCall.COPY.call(packs ? packedAt : looseAt, packs ? looseAt : packedAt, bytes, stream);
  }

  /** A row by one copy; false if the driver does not take it so. */
  private boolean copyPitched(long looseAt, Grid grid, long packedAt, boolean packs) {
    if (grid.stride() < grid.pieceBytes() || grid.stride() > LONGEST_PITCH) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      // CUDA_MEMCPY2D: for either side x, y, type of memory, two places, array, pitch; the size.
      MemorySegment words = arena.allocate(ValueLayout.JAVA_LONG, PITCHED_WORDS);
      int loose = packs ? 0 : 7;
      set(words, loose, looseAt, grid.stride());
      set(words, 7 - loose, packedAt, grid.pieceBytes());
      words.setAtIndex(ValueLayout.JAVA_LONG, 14, grid.pieceBytes());
      words.setAtIndex(ValueLayout.JAVA_LONG, 15, grid.pieces());
      int error = CudaCall.COPY_PITCHED.answer(words.address(), stream);
      if (error != CudaError.INVALID_VALUE) {
        CudaError.check(CudaCall.COPY_PITCHED, error);
      }
      return error == CudaError.NONE;
    }
  }

  private static void set(MemorySegment words, int side, long address, long pitch) {
    words.setAtIndex(ValueLayout.JAVA_LONG, side + 2, MEMORY_TYPE_DEVICE);
    words.setAtIndex(ValueLayout.JAVA_LONG, side + 4, address);
    words.setAtIndex(ValueLayout.JAVA_LONG, side + 6, pitch);
  }
}
