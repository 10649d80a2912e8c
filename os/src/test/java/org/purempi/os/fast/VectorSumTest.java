package org.purempi.os.fast;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is added is what a loop over the numbers adds, and nothing else changes. */
class VectorSumTest {
  private static final VectorSum.Numbers DOUBLES = VectorSum.Numbers.DOUBLES;

  private final Random random = new Random(11);

  @BeforeAll
  static void machineCodeIsBound() throws InterruptedException {
    while (VectorSum.isPending() && !VectorSum.isReady()) {
      Thread.sleep(10);
    }
    Assumptions.assumeTrue(VectorSum.isReady(), "there are no such instructions here");
  }

  @ParameterizedTest
  @EnumSource
  void everyKindOfNumberIsAddedInEveryKindOfMemory(VectorSum.Numbers numbers) {
    for (int lengths = 0; lengths < 40; lengths++) {
      int bytes = random.nextInt(lengths < 20 ? 4 : 100) * VectorSum.STEP_BYTES;
      for (int kinds = 0; kinds < 9; kinds++) {
        MemorySegment in = memory(numbers, kinds % 3, bytes);
        check(numbers, in, memory(numbers, kinds / 3, bytes), bytes);
      }
    }
  }

  /** With 24 bytes besides, outside the heap or in arrays of two types. */
  private MemorySegment memory(VectorSum.Numbers numbers, int kind, int bytes) {
    byte[] content = new byte[bytes + 24];
    random.nextBytes(content);
    for (int i = 0; i < content.length && numbers.compareTo(VectorSum.Numbers.LONGS) < 0; i++) {
      content[i] &= 0x3f; // nowhere a NaN, of which one may be another's sum
    }
    MemorySegment from = MemorySegment.ofArray(content);
    return switch (kind) {
      case 0 -> from;
      case 1 -> MemorySegment.ofArray(new double[content.length / 8]).copyFrom(from);
      default -> Arena.ofAuto().allocate(content.length).copyFrom(from);
    };
  }

  private void check(VectorSum.Numbers numbers, MemorySegment in, MemorySegment inout, int bytes) {
    int inAt = random.nextInt(25);
    int inoutAt = random.nextInt(25);
    MemorySegment expected = Arena.ofAuto().allocate(inout.byteSize()).copyFrom(inout);
    addOneByOne(numbers, in.asSlice(inAt, bytes), expected.asSlice(inoutAt, bytes));
    MemorySegment before = Arena.ofAuto().allocate(in.byteSize()).copyFrom(in);
    VectorSum.add(numbers, in, inAt, inout, inoutAt, bytes);
    assertThat(inout.mismatch(expected)).as("the first byte that is not right").isEqualTo(-1);
    assertThat(in.mismatch(before)).isEqualTo(-1);
  }

  private static void addOneByOne(VectorSum.Numbers numbers, MemorySegment a, MemorySegment b) {
    for (long at = 0; at < a.byteSize(); ) {
      at += addOne(numbers, a, b, at);
    }
  }

  private static int addOne(VectorSum.Numbers numbers, MemorySegment a, MemorySegment b, long at) {
    switch (numbers) {
      case DOUBLES -> {
        double x = a.get(JAVA_DOUBLE_UNALIGNED, at);
        b.set(JAVA_DOUBLE_UNALIGNED, at, x + b.get(JAVA_DOUBLE_UNALIGNED, at));
      }
      case FLOATS -> {
        float x = a.get(JAVA_FLOAT_UNALIGNED, at);
        b.set(JAVA_FLOAT_UNALIGNED, at, x + b.get(JAVA_FLOAT_UNALIGNED, at));
      }
      case LONGS -> {
        long x = a.get(JAVA_LONG_UNALIGNED, at);
        b.set(JAVA_LONG_UNALIGNED, at, x + b.get(JAVA_LONG_UNALIGNED, at));
      }
      case INTS -> {
        int x = a.get(JAVA_INT_UNALIGNED, at);
        b.set(JAVA_INT_UNALIGNED, at, x + b.get(JAVA_INT_UNALIGNED, at));
      }
      case SHORTS -> {
        int x = a.get(JAVA_SHORT_UNALIGNED, at);
        b.set(JAVA_SHORT_UNALIGNED, at, (short) (x + b.get(JAVA_SHORT_UNALIGNED, at)));
      }
      case BYTES -> b.set(JAVA_BYTE, at, (byte) (a.get(JAVA_BYTE, at) + b.get(JAVA_BYTE, at)));
    }
    return switch (numbers) {
      case DOUBLES, LONGS -> Long.BYTES;
      case FLOATS, INTS -> Integer.BYTES;
      case SHORTS -> Short.BYTES;
      case BYTES -> Byte.BYTES;
    };
  }

  @Test
  void moreThanOneCallTakesIsAddedOnce() {
    double[] a = random.doubles(300_000).toArray();
    double[] b = random.doubles(300_000).toArray();
    double[] expected = b.clone();
    for (int i = 0; i < a.length; i++) {
      expected[i] += a[i];
    }
    long bytes = a.length * 8L;
    VectorSum.add(DOUBLES, MemorySegment.ofArray(a), 0, MemorySegment.ofArray(b), 0, bytes);
    assertThat(b).isEqualTo(expected);
  }

  @Test
  void aNumberIsAddedToItself() {
    double[] a = {1, 2, 3, 4, 5, 6, 7, 8};
    MemorySegment itself = MemorySegment.ofArray(a);
    VectorSum.add(DOUBLES, itself, 0, itself, 0, 64);
    assertThat(a).containsExactly(2, 4, 6, 8, 10, 12, 14, 16);
  }

  @Test
  void whatIsNotWithinTheMemoryOrMayNotBeWrittenIsRefused() {
    MemorySegment m = MemorySegment.ofArray(new byte[256]);
    assertThatThrownBy(() -> VectorSum.add(DOUBLES, m, 193, m, 0, 64))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> VectorSum.add(DOUBLES, m, 0, m, -1, 64))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> VectorSum.add(DOUBLES, m, 0, m, 0, 65))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("65 bytes");
    assertThatThrownBy(() -> VectorSum.add(DOUBLES, m, 0, m.asReadOnly(), 0, 64))
        .isInstanceOf(IllegalArgumentException.class);
    Arena arena = Arena.ofShared();
    MemorySegment gone = arena.allocate(64);
    arena.close();
    assertThatThrownBy(() -> VectorSum.add(DOUBLES, gone, 0, m, 0, 64))
        .isInstanceOf(IllegalStateException.class);
  }
}
