package org.purempi.os.fast;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Pieces of any lengths at any places, written down so that one call copies them all by the machine
 * code of {@link PieceCopy}. Immutable.
 */
public final class PieceTable {
  /** Of a run: the turns of either way, bytes of a piece, blocks of a piece, pieces. */
  private static final int HEAD = 5;

  /** The runs one after the other: the head, then an offset from the lowest piece for each. */
  private final MemorySegment words;

  private final int runs;

  /** The lowest piece, relative to the origin. */
  private final long low;

  private final long bytes;
  private final long longest;

  private PieceTable(int[] words, int runs, long low, long bytes, long longest) {
    this.words = MemorySegment.ofArray(words);
    this.runs = runs;
    this.low = low;
    this.bytes = bytes;
    this.longest = longest;
  }

  /**
   * A table of the first {@code n} pieces, in the order of the memory without gaps; null if they
   * lie too far apart. Only when {@link PieceCopy#isReady}.
   *
   * @param at where each begins, relative to an origin
   * @param lengths bytes of each, more than 0
   */
  public static @Nullable PieceTable of(long[] at, int[] lengths, int n) {
    long low = Long.MAX_VALUE;
    long high = Long.MIN_VALUE;
    long bytes = 0;
    int longest = 0;
    for (int i = 0; i < n; i++) {
      low = Math.min(low, at[i]);
      high = Math.max(high, at[i] + lengths[i]);
      bytes += lengths[i];
      longest = Math.max(longest, lengths[i]);
    }
    if (n == 0 || high - low > Integer.MAX_VALUE) {
      return null;
    }
    int[] words = new int[n * (HEAD + 1)];
    int runs = 0;
    int used = 0;
    int head = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || lengths[i] != lengths[i - 1]) {
        head = used;
        used += HEAD;
        runs++;
        begin(words, head, lengths[i]);
      }
      words[head + HEAD - 1]++;
      words[used++] = (int) (at[i] - low);
    }
    return new PieceTable(Arrays.copyOf(words, used), runs, low, bytes, longest);
  }

  private static void begin(int[] words, int head, int length) {
    int routine = PieceCopy.Routines.index(length);
    words[head] = PieceCopy.Routines.GATHER_TURNS[routine];
    words[head + 1] = PieceCopy.Routines.SCATTER_TURNS[routine];
    words[head + 2] = length;
    words[head + 3] = length / PieceCode.BLOCK_BYTES;
  }

  /**
   * Copies the pieces, counted from {@code origin}, to memory without gaps.
   *
   * @throws IndexOutOfBoundsException when one of them is not within its segment; those before it
   *     may have been copied
   */
  public void gather(MemorySegment from, long origin, MemorySegment to, long toAt) {
    PieceCopy.checkWritable(to);
    long at = origin + low;
    long room = from.byteSize() - at;
    if (!isWithin(at, room, toAt, to)
        || PieceCopy.runs(true, from, at, to, toAt, words, runs, room) != 0) {
      throw outside(at, from, toAt, to);
    }
  }

  /** The way back: from memory without gaps to the pieces, counted from {@code origin}. */
  public void scatter(MemorySegment from, long fromAt, MemorySegment to, long origin) {
    PieceCopy.checkWritable(to);
    long at = origin + low;
    long room = to.byteSize() - at;
    if (!isWithin(at, room, fromAt, from)
        || PieceCopy.runs(false, from, fromAt, to, at, words, runs, room) != 0) {
      throw outside(at, to, fromAt, from);
    }
  }

  private boolean isWithin(long at, long room, long denseAt, MemorySegment dense) {
    return at >= 0 && room >= longest && denseAt >= 0 && denseAt <= dense.byteSize() - bytes;
  }

  private IndexOutOfBoundsException outside(
      long at, MemorySegment apart, long denseAt, MemorySegment dense) {
    return new IndexOutOfBoundsException(
        "pieces of %d bytes in all, from %d on, are not within %d bytes, or not from %d on within %d"
            .formatted(bytes, at, apart.byteSize(), denseAt, dense.byteSize()));
  }
}
