package org.purempi.recovery;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.BitSet;
import org.purempi.transport.MalformedException;

/**
 * What a rank brings to an agreement, what several bring together, and what they decide.
 *
 * @param flag bits
 * @param context a decision's: of a communicator to be made; 0 for none
 * @param failed the ranks that are known to have failed
 * @param acknowledged those of which all know, and have said so
 */
record Vote(int flag, long context, BitSet failed, BitSet acknowledged) {
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final int FIXED_WORDS = 2;

  /** Of two ranks. */
  Vote and(Vote other) {
    BitSet either = (BitSet) failed.clone();
    either.or(other.failed);
    BitSet both = (BitSet) acknowledged.clone();
    both.and(other.acknowledged);
    return new Vote(flag & other.flag, Math.max(context, other.context), either, both);
  }

  /** As a decision about a communicator to be made. */
  Vote in(long newContext) {
    return new Vote(flag, newContext, failed, acknowledged);
  }

  /** Whether every rank had acknowledged every failure. */
  boolean isAcknowledged() {
    BitSet unknown = (BitSet) failed.clone();
    unknown.andNot(acknowledged);
    return unknown.isEmpty();
  }

  /** Flag and context, then both sets. */
  long[] words(int ranks) {
    int length = wordsOf(ranks);
    long[] words = new long[FIXED_WORDS + 2 * length];
    words[0] = flag;
    words[1] = context;
    long[] its = failed.toLongArray();
    System.arraycopy(its, 0, words, FIXED_WORDS, its.length);
    its = acknowledged.toLongArray();
    System.arraycopy(its, 0, words, FIXED_WORDS + length, its.length);
    return words;
  }

  private static int wordsOf(int ranks) {
    return (ranks + Long.SIZE - 1) / Long.SIZE;
  }

  /** What {@link #words} has written. */
  static Vote of(MemorySegment memory, long offset, int bytes) {
    int length = (bytes / Long.BYTES - FIXED_WORDS) / 2;
    if (length < 0 || bytes != (FIXED_WORDS + 2 * length) * Long.BYTES) {
      throw new MalformedException("a vote of " + bytes + " bytes");
    }
    long[] words = new long[FIXED_WORDS + 2 * length];
    for (int i = 0; i < words.length; i++) {
      words[i] = memory.get(WORD, offset + (long) i * Long.BYTES);
    }
    return new Vote(
        (int) words[0],
        words[1],
        BitSet.valueOf(Arrays.copyOfRange(words, FIXED_WORDS, FIXED_WORDS + length)),
        BitSet.valueOf(Arrays.copyOfRange(words, FIXED_WORDS + length, words.length)));
  }
}
