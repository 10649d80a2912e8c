package org.purempi.pmi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Ranks that have failed in a job that goes on, in the words of a launcher to the others. */
final class FailedRanks {
  static final String COMMAND = "rank_failed";

  /** So many numbers leave room for the message. */
  private static final int MOST_IN_A_LINE = 256;

  private FailedRanks() {}

  /** What the others are told. */
  static List<PmiLine> lines(Collection<Integer> ranks, String why) {
    String message = PmiLine.wire(PmiClient.oneLine(why));
    List<String> numbers = ranks.stream().map(String::valueOf).toList();
    var lines = new ArrayList<PmiLine>();
    for (int from = 0; from < numbers.size(); from += MOST_IN_A_LINE) {
      int to = Math.min(numbers.size(), from + MOST_IN_A_LINE);
      lines.add(
          PmiLine.of(COMMAND)
              .with("ranks", String.join(",", numbers.subList(from, to)))
              .with("message", message));
    }
    return lines;
  }

  /** Passes on what a launcher has said. */
  static void tell(PmiLine line, LauncherWatch watch) throws PmiException {
    String[] numbers = line.require("ranks").split(",", -1);
    int[] ranks = Arrays.stream(numbers).mapToInt(Integer::parseInt).toArray();
    watch.ranksFailed(ranks, line.require("message"));
  }
}
