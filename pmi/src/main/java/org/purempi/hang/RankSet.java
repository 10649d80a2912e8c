package org.purempi.hang;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Some ranks of a world, kept as ranges: all 10,000 ranks of one take no more than two numbers. */
public final class RankSet {
  /** No rank. */
  public static final RankSet NONE = new RankSet(new int[0]);

  private static final int MOST_SHOWN = 8;

  /** The first and the last of each range, in their order. */
  private final int[] bounds;

  private RankSet(int[] bounds) {
    this.bounds = bounds;
  }

  /** Ranks {@code first} to {@code last}. */
  public static RankSet range(int first, int last) {
    return first > last ? NONE : new RankSet(new int[] {first, last});
  }

  /** These ranks, in any order. */
  public static RankSet of(int... ranks) {
    int[] sorted = ranks.clone();
    Arrays.sort(sorted);
    int[] bounds = new int[2 * sorted.length];
    int used = 0;
    for (int rank : sorted) {
      if (used > 0 && rank <= bounds[used - 1] + 1) {
        bounds[used - 1] = rank;
      } else {
        bounds[used++] = rank;
        bounds[used++] = rank;
      }
    }
    return new RankSet(Arrays.copyOf(bounds, used));
  }

  /** How many there are. */
  public int size() {
    int size = 0;
    for (int i = 0; i < bounds.length; i += 2) {
      size += bounds[i + 1] - bounds[i] + 1;
    }
    return size;
  }

  /** Whether there is none. */
  public boolean isEmpty() {
    return bounds.length == 0;
  }

  /** The lowest; there must be one. */
  public int first() {
    return bounds[0];
  }

  /** Whether a rank is one of them. */
  public boolean contains(int rank) {
    int at = Arrays.binarySearch(bounds, rank);
    return at >= 0 || (-at - 1) % 2 == 1;
  }

  /** Those of them that are not above a rank. */
  RankSet upTo(int last) {
    if (isEmpty() || bounds[bounds.length - 1] <= last) {
      return this;
    }
    int used = 0;
    while (used < bounds.length && bounds[used] <= last) {
      used += 2;
    }
    int[] some = Arrays.copyOf(bounds, used);
    if (used > 0) {
      some[used - 1] = Math.min(some[used - 1], last);
    }
    return new RankSet(some);
  }

  /** Does something with each, in their order. */
  public void forEach(IntConsumer action) {
    for (int i = 0; i < bounds.length; i += 2) {
      for (int rank = bounds[i]; rank <= bounds[i + 1]; rank++) {
        action.accept(rank);
      }
    }
  }

  /** The lowest of them, so many at most. */
  int[] lowest(int most) {
    int[] some = new int[Math.min(most, size())];
    int used = 0;
    for (int i = 0; i < bounds.length && used < some.length; i += 2) {
      for (int rank = bounds[i]; rank <= bounds[i + 1] && used < some.length; rank++) {
        some[used++] = rank;
      }
    }
    return some;
  }

  /**
   * The same as a text of no more than so many ranges: beyond, what lies between the last ones
   * counts as in.
   */
  String text(int mostRanges) {
    var text = new StringBuilder();
    int last = bounds.length - 2;
    for (int i = 0; i <= last; i += 2) {
      boolean isRest = i / 2 == mostRanges - 1;
      int end = isRest ? bounds[last + 1] : bounds[i + 1];
      text.append(i == 0 ? "" : ",").append(bounds[i]).append(end == bounds[i] ? "" : "-" + end);
      if (isRest) {
        break;
      }
    }
    return text.toString();
  }

  /** The set that {@link #text} stands for. */
  static RankSet parse(String text) {
    if (text.isEmpty()) {
      return NONE;
    }
    String[] parts = text.split(",", -1);
    int[] bounds = new int[2 * parts.length];
    for (int i = 0; i < parts.length; i++) {
      int dash = parts[i].indexOf('-', 1);
      bounds[2 * i] = Integer.parseInt(dash < 0 ? parts[i] : parts[i].substring(0, dash));
      bounds[2 * i + 1] = dash < 0 ? bounds[2 * i] : Integer.parseInt(parts[i].substring(dash + 1));
      boolean isInOrder = i == 0 || bounds[2 * i - 1] < bounds[2 * i];
      if (!isInOrder || bounds[2 * i] > bounds[2 * i + 1]) {
        throw new IllegalArgumentException("no set of ranks: " + text);
      }
    }
    return new RankSet(bounds);
  }

  /** In words: {@code rank 3}, {@code ranks 0, 1, 4-9}; of very many ranges the first. */
  public String words() {
    return words(MOST_SHOWN);
  }

  /** The same, of no more than so many ranges. */
  public String words(int mostRanges) {
    var text = new StringBuilder(size() == 1 ? "rank " : "ranks ");
    for (int i = 0; i < bounds.length; i += 2) {
      text.append(i == 0 ? "" : ", ");
      if (i / 2 == mostRanges) {
        return text.append('…').toString();
      }
      int more = bounds[i + 1] - bounds[i];
      text.append(bounds[i]).append(more == 0 ? "" : (more == 1 ? ", " : "-") + bounds[i + 1]);
    }
    return text.toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RankSet its && Arrays.equals(bounds, its.bounds);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bounds);
  }

  @Override
  public String toString() {
    return text(Integer.MAX_VALUE);
  }
}
