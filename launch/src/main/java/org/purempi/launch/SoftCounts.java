package org.purempi.launch;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The acceptable process counts of {@code -soft}: a list of a, a:b, a:b:step (MPI 4.1, 11.8.4). */
record SoftCounts(String text, TreeSet<Integer> counts) {
  static SoftCounts parse(String text) throws UsageException {
    var counts = new TreeSet<Integer>();
    for (String triplet : Words.parts(text, ",")) {
      String[] parts = triplet.split(":", -1);
      int most = 3;
      if (parts.length > most) {
        throw wrong(text);
      }
      long from = number(text, parts[0]);
      long to = parts.length > 1 ? number(text, parts[1]) : from;
      long step = parts.length == most ? number(text, parts[2]) : 1;
      if (step == 0) {
        throw wrong(text);
      }
      for (long n = from; step > 0 ? n <= to : n >= to; n += step) {
        if (n > 0 && n <= HostLimits.MAX_PROCESSES) {
          counts.add((int) n);
        }
      }
    }
    return new SoftCounts(text, counts);
  }

  /** The largest acceptable count that is not above the one asked for. */
  int best(@Nullable Integer atMost) throws UsageException {
    Integer best = counts.floor(atMost == null ? HostLimits.MAX_PROCESSES : atMost);
    if (best == null) {
      throw new UsageException(
          "-soft %s: no number of processes from 1 to %s is in it"
              .formatted(text, atMost == null ? HostLimits.MAX_PROCESSES : atMost));
    }
    return best;
  }

  private static long number(String text, String part) throws UsageException {
    try {
      return Integer.parseInt(part.strip());
    } catch (NumberFormatException e) {
      throw wrong(text);
    }
  }

  private static UsageException wrong(String text) {
    return new UsageException(
        "-soft " + text + ": write a list of 'a', 'a:b' or 'a:b:step', separated by commas");
  }
}
