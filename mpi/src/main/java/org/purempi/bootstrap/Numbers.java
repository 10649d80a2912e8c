package org.purempi.bootstrap;

import java.util.ArrayList;
import java.util.List;

/** Ranks in words. */
final class Numbers {
  private Numbers() {}

  /** Ascending ranks: {@code rank 3}, {@code ranks 2, 5-7}. */
  static String ranks(List<Integer> ranks) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < ranks.size(); ) {
      int last = i;
      while (last + 1 < ranks.size() && ranks.get(last + 1) == ranks.get(last) + 1) {
        last++;
      }
      parts.add(last == i ? "" + ranks.get(i) : ranks.get(i) + "-" + ranks.get(last));
      i = last + 1;
    }
    return (ranks.size() == 1 ? "rank " : "ranks ") + String.join(", ", parts);
  }
}
