package org.purempi.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * The acceptable process counts of {@code -soft}: a list of a, a:b, a:b:step (MPI 4.1, 11.8.4).
 *
 * @param where the option and its value, the beginning of an error
 * @param ranges what was written
 */
record SoftCounts(String where, List<Range> ranges) {
  private static final int MOST_PARTS = 3;
  private static final String NUMBER = "-?[0-9]{1,10}";

  SoftCounts {
    ranges = List.copyOf(ranges);
  }

  /** The numbers {@code from}, {@code from + step}, … up or down to {@code to}. */
  record Range(long from, long to, long step) {
    /** The largest of them from 1 to {@code most}; 0 when there is none. */
    int largest(long most) {
      if (step > 0 ? from > to : from < to) {
        return 0;
      }
      long size = Math.abs(step);
      long steps = Math.abs(to - from) / size;
      long least = step > 0 ? from : from - steps * size;
      if (least > most) {
        return 0;
      }
      long best = least + Math.min(steps, (most - least) / size) * size;
      return (int) Math.max(0, best);
    }
  }

  static SoftCounts parse(String where, String text) throws UsageException {
    var ranges = new ArrayList<Range>();
    for (String triplet : ShellWords.parts(text, ",")) {
      String[] parts = triplet.split(":", -1);
      if (parts.length > MOST_PARTS) {
        throw wrong(where);
      }
      long from = number(where, parts[0]);
      long to = parts.length > 1 ? number(where, parts[1]) : from;
      long step = parts.length == MOST_PARTS ? number(where, parts[2]) : 1;
      if (step == 0) {
        throw wrong(where);
      }
      ranges.add(new Range(from, to, step));
    }
    if (ranges.isEmpty()) {
      throw wrong(where);
    }
    var counts = new SoftCounts(where, ranges);
    counts.best(null);
    return counts;
  }

  /** The largest acceptable count that is not above the one asked for. */
  int best(@Nullable Integer atMost) throws UsageException {
    int most = atMost == null ? OptionChecks.MAX_PROCESSES : atMost;
    int best = ranges.stream().mapToInt(range -> range.largest(most)).max().orElse(0);
    if (best == 0) {
      throw new UsageException(
          "%s: no number of processes from 1 to %d is in it".formatted(where, most));
    }
    return best;
  }

  private static long number(String where, String part) throws UsageException {
    String digits = part.strip();
    if (!digits.matches(NUMBER)) {
      throw wrong(where);
    }
    return Long.parseLong(digits);
  }

  private static UsageException wrong(String where) {
    return new UsageException(
        where + ": write a list of 'a', 'a:b' or 'a:b:step', separated by commas");
  }
}
