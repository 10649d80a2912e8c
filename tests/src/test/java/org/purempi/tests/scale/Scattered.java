package org.purempi.tests.scale;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.purempi.Buf;
import org.purempi.Datatype;
import org.purempi.tests.Pattern;

/**
 * Bytes of a pattern in equal blocks with gaps between them; one block has no gaps.
 *
 * @param length bytes of data
 * @param block bytes of each block but the last
 * @param gap bytes between two blocks
 */
record Scattered(int length, int block, int gap) {
  private static final byte UNTOUCHED = (byte) 0xee;
  private static final int MOST_BLOCKS = 40;

  /** One block or some. */
  static Scattered of(int length, SplittableRandom random) {
    int blocks = random.nextBoolean() ? 1 : 1 + random.nextInt(MOST_BLOCKS);
    return new Scattered(length, Math.max(1, (length + blocks - 1) / blocks), random.nextInt(20));
  }

  private int blocks() {
    return (length + block - 1) / block;
  }

  private int place(int i) {
    return i / block * (block + gap) + i % block;
  }

  private Datatype type() {
    long[] lengths = new long[blocks()];
    long[] displacements = new long[blocks()];
    Arrays.setAll(lengths, b -> Math.min(block, length - b * block));
    Arrays.setAll(displacements, b -> (long) b * (block + gap));
    return Datatype.hindexed(lengths, displacements, Datatype.BYTE);
  }

  Buf in(byte[] memory) {
    return blocks() == 1 ? Buf.of(memory, 0, length) : Buf.of(memory, 0, 1, type());
  }

  byte[] empty() {
    byte[] memory = new byte[length == 0 ? 0 : place(length - 1) + 1];
    Arrays.fill(memory, UNTOUCHED);
    return memory;
  }

  byte[] filled(long seed) {
    byte[] memory = empty();
    byte[] data = Pattern.bytes(length, seed);
    for (int b = 0; b < blocks(); b++) {
      System.arraycopy(
          data, b * block, memory, place(b * block), Math.min(block, length - b * block));
    }
    return memory;
  }

  /** Fails unless the pattern is there and the gaps are as they were. */
  void check(byte[] memory, long seed) {
    int wrong = Arrays.mismatch(memory, filled(seed));
    if (wrong >= 0) {
      throw new AssertionError("first wrong byte: " + wrong + " of " + this);
    }
  }
}
