package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.os.fast.PieceCopy;

/** The code that is written at run time against the plain loops that say what it means. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelsTest {
  private static final int ROOM = 1 << 14;
  private static final int PIECES = 20;
  private static final int LONGER = 200;

  private final Random random = new Random(7);

  private interface Use {
    void with(Kernel kernel, MemorySegment from, MemorySegment to);
  }

  @Test
  void piecesOfAnyLengthAreMovedAsThePlainLoopsMoveThem() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment heap = MemorySegment.ofArray(new double[ROOM / Double.BYTES]);
      MemorySegment outside = arena.allocate(ROOM);
      for (int piece = 1; piece <= Kernels.MOST_BYTES; piece++) {
        everyMethod(written(piece, outside, heap), piece, outside, heap);
        everyMethod(written(piece, heap, outside), piece, heap, outside);
      }
    }
  }

  private static Kernel written(int piece, MemorySegment from, MemorySegment to) {
    Kernel kernel = Kernels.of(Kernels.kind(from), Kernels.kind(to)).written(piece);
    assertThat(kernel.getClass().isHidden()).isTrue();
    return kernel;
  }

  private void everyMethod(Kernel fast, int piece, MemorySegment from, MemorySegment to) {
    Kernel plain = new CopyKernel(piece);
    int n = random.nextInt(PIECES);
    long wide = (long) piece + random.nextInt(9);
    long wider = (long) piece + random.nextInt(99);
    int[] offsets = new int[PIECES + 2];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = (i * 37 % offsets.length) * (piece + 3);
    }
    same(fast, plain, from, to, (k, f, t) -> k.pack(f, 5, wide, t, 9, piece, n));
    same(fast, plain, from, to, (k, f, t) -> k.unpack(f, 5, piece, t, 9, wider, n));
    same(fast, plain, from, to, (k, f, t) -> k.strided(f, 5, wide, t, 9, wider, n));
    same(fast, plain, from, to, (k, f, t) -> k.strided(f, 5, wide, t, n * wider, -wider, n));
    same(fast, plain, from, to, (k, f, t) -> k.gather(f, 3, t, 1, offsets, 2, n));
    same(fast, plain, from, to, (k, f, t) -> k.scatter(f, 3, t, 1, offsets, 2, n));
  }

  private void same(Kernel fast, Kernel plain, MemorySegment from, MemorySegment to, Use use) {
    byte[] noise = new byte[ROOM];
    random.nextBytes(noise);
    MemorySegment.copy(MemorySegment.ofArray(noise), 0, from, 0, ROOM);
    to.fill((byte) 1);
    use.with(fast, from, to);
    MemorySegment expected = MemorySegment.ofArray(new byte[ROOM]).fill((byte) 1);
    use.with(plain, from, expected);
    assertThat(to.mismatch(expected)).as("seed 7, %s", plain).isEqualTo(-1);
  }

  @Test
  void machineCodeMovesPiecesAsThePlainLoopsMoveThem() {
    assumeMachineCode();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment heap = MemorySegment.ofArray(new double[ROOM / Double.BYTES]);
      MemorySegment outside = arena.allocate(ROOM);
      for (int piece = 1; piece <= LONGER; piece++) {
        everyMethod(new MachineKernel(piece), piece, outside, heap);
        everyMethod(new MachineKernel(piece), piece, heap, outside);
      }
    }
  }

  @Test
  void rowsSideBySideAreMovedAsIfOneAfterTheOther() {
    assumeMachineCode();
    int kind = Kernels.kind(MemorySegment.ofArray(new byte[1]));
    Kernels kernels = Kernels.of(kind, kind);
    MemorySegment from = MemorySegment.ofArray(new byte[ROOM]);
    MemorySegment to = MemorySegment.ofArray(new byte[ROOM]);
    for (int piece = 1; piece <= PieceCopy.ACROSS_BELOW_BYTES; piece++) {
      for (int rows = 1; rows <= 20; rows++) {
        int n = random.nextInt(8);
        long stride = (long) piece * rows + 64 + random.nextInt(99);
        long dense = (long) piece * n;
        gridAsRows(kernels, piece, n, rows, from, 3, stride, piece, to, 5, piece, dense);
        gridAsRows(kernels, piece, n, rows, from, 5, piece, dense, to, 3, stride, piece);
        long end = n * stride;
        gridAsRows(kernels, piece, n, rows, from, end, -stride, piece, to, 0, piece, dense);
      }
    }
  }

  private void gridAsRows(
      Kernels kernels,
      int piece,
      int n,
      int rows,
      MemorySegment from,
      long fromAt,
      long fromStride,
      long fromRow,
      MemorySegment to,
      long toAt,
      long toStride,
      long toRow) {
    byte[] noise = new byte[ROOM];
    random.nextBytes(noise);
    MemorySegment.copy(MemorySegment.ofArray(noise), 0, from, 0, ROOM);
    to.fill((byte) 1);
    kernels.grid(from, fromAt, fromStride, fromRow, to, toAt, toStride, toRow, piece, n, rows);
    MemorySegment expected = MemorySegment.ofArray(new byte[ROOM]).fill((byte) 1);
    for (int r = 0; r < rows; r++) {
      for (int i = 0; i < n; i++) {
        long f = fromAt + r * fromRow + i * fromStride;
        MemorySegment.copy(from, f, expected, toAt + r * toRow + i * toStride, piece);
      }
    }
    assertThat(to.mismatch(expected))
        .as("seed 7, %d rows of %d pieces of %d bytes", rows, n, piece)
        .isEqualTo(-1);
  }

  @Test
  void machineCodeTouchesNothingOutsideOfASegment() {
    assumeMachineCode();
    MemorySegment whole = MemorySegment.ofArray(new int[64]);
    MemorySegment part = whole.asSlice(64, 64);
    MemorySegment out = MemorySegment.ofArray(new int[64]).fill((byte) 1);
    for (int piece : new int[] {1, 12, 64}) {
      Kernel kernel = new MachineKernel(piece);
      int last = 64 - piece;
      kernel.gather(out, 0, part, 0, new int[] {last}, 0, 1);
      for (int wrong : new int[] {last + 1, -1, Integer.MIN_VALUE}) {
        int[] offsets = {wrong};
        outside(() -> kernel.gather(part, 0, out, 0, offsets, 0, 1));
        outside(() -> kernel.scatter(out, 0, part, 0, offsets, 0, 1));
      }
      outside(() -> kernel.gather(out, 0, part, last + 1, new int[] {0}, 0, 1));
      outside(() -> kernel.gather(out, 0, part, 0, new int[] {0}, 1, 1));
      outside(() -> kernel.gather(part, last + 1, out, 0, new int[] {0}, 0, 1));
      outside(() -> kernel.scatter(out, 0, part, -1, new int[] {0}, 0, 1));
      outside(() -> kernel.strided(out, 0, piece, part, last, 1, 2));
      outside(() -> kernel.strided(out, 0, piece, part, 0, -1, 2));
      outside(() -> kernel.strided(part, -1, piece, out, 0, piece, 1));
      if (piece < PieceCopy.ACROSS_BELOW_BYTES) {
        outside(() -> PieceCopy.across(piece, out, 0, piece, 0, part, last, 0, 1, 1, 2));
        outside(() -> PieceCopy.across(piece, out, 0, piece, 0, part, 0, 0, -1, 1, 2));
        outside(() -> PieceCopy.across(piece, part, last, 1, 0, out, 0, 0, 0, 2, 1));
        outside(() -> PieceCopy.across(piece, part, 0, 0, -1, out, 0, 0, 0, 1, 2));
      }
      kernel.strided(out, 0, piece, part, last + 1, 1, 0);
    }
    assertThat(whole.asSlice(0, 64).mismatch(MemorySegment.ofArray(new int[16]))).isEqualTo(-1);
    assertThat(whole.asSlice(128).mismatch(MemorySegment.ofArray(new int[32]))).isEqualTo(-1);
    MemorySegment readOnly = out.asReadOnly();
    assertThatThrownBy(() -> new MachineKernel(4).pack(part, 0, 4, readOnly, 0, 4, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void machineCodeIsNotCalledWithMemoryThatIsClosed() {
    assumeMachineCode();
    MemorySegment open = MemorySegment.ofArray(new int[16]);
    Arena arena = Arena.ofConfined();
    MemorySegment closed = arena.allocate(64);
    arena.close();
    assertThatThrownBy(() -> new MachineKernel(4).pack(closed, 0, 4, open, 0, 4, 9))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> new MachineKernel(4).scatter(open, 0, closed, 0, new int[1], 0, 1))
        .isInstanceOf(IllegalStateException.class);
  }

  private static void outside(ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static void assumeMachineCode() {
    while (PieceCopy.isPending() && !PieceCopy.isReady()) {
      Thread.onSpinWait();
    }
    boolean isExpected =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").equals("amd64");
    assertThat(PieceCopy.isReady()).isEqualTo(isExpected);
    assumeTrue(isExpected, "there is no machine code for this system");
  }

  @Test
  void everyTwoKindsOfMemoryAndEveryLengthHaveAKernelOfTheirOwn() {
    int heap = Kernels.kind(MemorySegment.ofArray(new byte[1]));
    int doubles = Kernels.kind(MemorySegment.ofArray(new double[1]));
    Kernel there = Kernels.of(heap, doubles).written(8);
    assertThat(there.getClass()).isNotEqualTo(Kernels.of(doubles, heap).written(8).getClass());
    assertThat(there.getClass()).isNotEqualTo(Kernels.of(heap, doubles).written(12).getClass());
    assertThat(Kernels.of(heap, doubles).written(8)).isSameAs(there);
    MemorySegment readOnly = MemorySegment.ofArray(new double[1]).asReadOnly();
    assertThat(Kernels.kind(readOnly)).isNotEqualTo(doubles);
  }
}
