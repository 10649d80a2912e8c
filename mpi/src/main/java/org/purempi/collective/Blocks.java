package org.purempi.collective;

import org.purempi.Buf;
import org.purempi.VBuf;
import org.purempi.WBuf;

/**
 * One block for each rank: what the plain, the v- and the w-form of a collective have in common, so
 * that one text of an algorithm serves all three.
 */
interface Blocks {
  /** The block of a rank; may be empty. */
  Buf of(int rank);

  /** A buffer cut in {@code ranks} equal blocks. */
  static Blocks equal(Buf whole, int ranks) {
    long each = whole.count() / ranks;
    return rank -> whole.slice(rank * each, each);
  }

  /** The blocks of a v-form. */
  static Blocks of(VBuf blocks) {
    return blocks::block;
  }

  /** The blocks of a w-form. */
  static Blocks of(WBuf blocks) {
    return blocks.blocks()::get;
  }

  /** Consecutive blocks of the given numbers of elements. */
  static Blocks consecutive(Buf whole, long[] counts) {
    long[] starts = new long[counts.length];
    for (int i = 1; i < counts.length; i++) {
      starts[i] = starts[i - 1] + counts[i - 1];
    }
    return rank -> whole.slice(starts[rank], counts[rank]);
  }

  /**
   * A buffer cut in {@code parts} nearly equal blocks, the longer ones first: how algorithms divide
   * a vector whose length is no multiple of the ranks.
   */
  static Blocks nearlyEqual(Buf whole, int parts) {
    return part -> span(whole, parts, part, part + 1);
  }

  /** The elements of parts {@code first} … {@code end} − 1 of {@link #nearlyEqual}. */
  static Buf span(Buf whole, int parts, int first, int end) {
    long each = whole.count() / parts;
    long longer = whole.count() % parts;
    long from = first * each + Math.min(first, longer);
    long to = end * each + Math.min(end, longer);
    return whole.slice(from, to - from);
  }
}
