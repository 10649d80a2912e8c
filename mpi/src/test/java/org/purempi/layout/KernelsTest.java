package org.purempi.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The code that is written at run time against the plain loops that say what it means. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class KernelsTest {
  private static final int ROOM = 1 << 13;
  private static final int PIECES = 20;

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
        everyMethod(piece, outside, heap);
        everyMethod(piece, heap, outside);
      }
    }
  }

  private void everyMethod(int piece, MemorySegment from, MemorySegment to) {
    Kernel fast = Kernels.of(Kernels.kind(from), Kernels.kind(to)).of(piece);
    assertThat(fast.getClass().isHidden()).isTrue();
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
  void everyTwoKindsOfMemoryAndEveryLengthHaveAKernelOfTheirOwn() {
    int heap = Kernels.kind(MemorySegment.ofArray(new byte[1]));
    int doubles = Kernels.kind(MemorySegment.ofArray(new double[1]));
    Kernel there = Kernels.of(heap, doubles).of(8);
    assertThat(there.getClass()).isNotEqualTo(Kernels.of(doubles, heap).of(8).getClass());
    assertThat(there.getClass()).isNotEqualTo(Kernels.of(heap, doubles).of(12).getClass());
    assertThat(Kernels.of(heap, doubles).of(8)).isSameAs(there);
    MemorySegment readOnly = MemorySegment.ofArray(new double[1]).asReadOnly();
    assertThat(Kernels.kind(readOnly)).isNotEqualTo(doubles);
  }
}
