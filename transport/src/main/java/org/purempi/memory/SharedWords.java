package org.purempi.memory;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** Access to the words that ranks share; the memory order is named where each is used. */
public final class SharedWords {
  /** A 4-byte word at (segment, offset). */
  public static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

  /** An 8-byte word at (segment, offset). */
  public static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

  /**
   * An 8-byte word that another one publishes. It is aligned, but is not checked for it at each
   * access.
   */
  static final ValueLayout.OfLong PLAIN = ValueLayout.JAVA_LONG_UNALIGNED;

  /**
   * Bytes between two words that different ranks write: two cache lines, because the prefetcher of
   * x86-64 fetches lines in pairs.
   */
  public static final int LINE_BYTES = 128;

  private SharedWords() {}

  /** {@code bytes} rounded up to whole lines. */
  public static long toLines(long bytes) {
    return (bytes + LINE_BYTES - 1) & -LINE_BYTES;
  }
}
