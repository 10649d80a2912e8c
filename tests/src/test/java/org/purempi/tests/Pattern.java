package org.purempi.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;

/** Data that can be recognised: bytes that follow from a seed. */
public final class Pattern {
  /** Small enough to travel eagerly on every transport. */
  public static final int SMALL_BYTES = 64;

  /** Too large for any transport to take without the receiver. */
  public static final int LARGE_BYTES = (4 << 20) + 5;

  /** Lengths around the limits where protocols change. */
  public static final List<Integer> LENGTHS =
      List.of(0, 1, 7, 100, 4095, 4096, 16_384, 65_535, 65_537, 300_000, (1 << 20) + 3);

  private Pattern() {}

  /** {@code length} bytes that follow from {@code seed}. */
  public static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }

  /** Fails unless the array is {@code bytes(actual.length, seed)}. */
  public static void check(byte[] actual, long seed) {
    assertThat(java.util.Arrays.mismatch(actual, bytes(actual.length, seed)))
        .as("first wrong byte of %d, seed %d", actual.length, seed)
        .isEqualTo(-1);
  }
}
