package org.purempi.launch.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;

/** How much each rank has sent to each other one. */
final class Traffic {
  /** Two ranks, or two groups of them. */
  record Pair(int from, int to, long messages, long bytes) {}

  private Traffic() {}

  /** All that have sent something, the most bytes first. */
  static List<Pair> pairs(JobProfile job) {
    List<Pair> pairs = new ArrayList<>();
    for (RankProfile rank : job.ranks()) {
      rank.sent()
          .forEach(
              (to, sent) -> pairs.add(new Pair(rank.rank(), to, sent.messages(), sent.bytes())));
    }
    pairs.sort(Comparator.comparingLong(Pair::bytes).reversed());
    return pairs;
  }

  /**
   * The same, of groups of ranks that follow each other.
   *
   * @param together how many ranks make a group
   */
  static List<Pair> pairs(JobProfile job, int together) {
    int groups = (job.size() + together - 1) / together;
    var sums = new HashMap<Integer, Pair>();
    for (Pair pair : pairs(job)) {
      if (pair.to() < 0 || pair.to() >= job.size()) {
        continue;
      }
      int from = pair.from() / together;
      int to = pair.to() / together;
      sums.merge(
          from * groups + to,
          new Pair(from, to, pair.messages(), pair.bytes()),
          (one, other) ->
              new Pair(from, to, one.messages + other.messages, one.bytes + other.bytes));
    }
    return List.copyOf(sums.values());
  }
}
