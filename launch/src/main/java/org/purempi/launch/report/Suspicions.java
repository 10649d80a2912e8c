package org.purempi.launch.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.Quantities;

/**
 * Where ranks seem to have waited for each other, as far as sums tell: in receives, in waits for
 * requests, and in collective operations, at which the last to come spends the least time.
 */
final class Suspicions {
  /** Below this part of the time of one rank nobody needs to know. */
  private static final double LEAST_PART = 0.01;

  /** A rank with less than that part of the longest wait hardly waits. */
  private static final double HARDLY = 0.1;

  private record Suspicion(double nanos, String sentence) {}

  private final JobProfile job;
  private final List<Suspicion> all = new ArrayList<>();

  Suspicions(JobProfile job) {
    this.job = job;
    job.calls().forEach(this::look);
  }

  /** The worst, in sentences, the worst first. */
  List<String> worst(int most) {
    return all.stream()
        .sorted(Comparator.comparingDouble(suspicion -> -suspicion.nanos))
        .limit(most)
        .map(Suspicion::sentence)
        .toList();
  }

  private void look(JobProfile.Total calls) {
    switch (calls.site().family()) {
      case RECEIVE, EXCHANGE -> add(calls, 0, " for rank " + mostWaitedFor(longest(calls)));
      case PROBE -> add(calls, 0, " for messages");
      case WAIT -> add(calls, 0, " for requests");
      case SEND -> add(calls, 0, " for receivers");
      case ALL_TO_ALL, PREFIX, MAKING, FILE_TOGETHER ->
          add(calls, calls.least(), " for others: rank " + least(calls) + " came last");
      case FROM_ROOT, TO_ROOT -> add(calls, calls.least(), " for others");
      default -> {
        // Nobody waits in it for another.
      }
    }
  }

  private void add(JobProfile.Total calls, long needed, String forWhom) {
    int rank = longest(calls);
    double its = calls.most() - needed;
    double span =
        job.ranks().stream().filter(r -> r.rank() == rank).mapToLong(RankProfile::span).sum();
    if (its < LEAST_PART * span) {
      return;
    }
    var waiters = new TreeMap<Integer, Double>();
    double sum = 0;
    for (Map.Entry<Integer, Long> one : calls.nanos().entrySet()) {
      sum += one.getValue() - needed;
      if (one.getValue() - needed >= HARDLY * its) {
        waiters.put(one.getKey(), (double) one.getValue() - needed);
      }
    }
    String share = Quantities.time(its) + " of " + Quantities.time(span);
    String who =
        waiters.size() == 1
            ? "rank %d waited about %s".formatted(rank, share)
            : "%s waited about %s together, rank %d %s,"
                .formatted(Ranges.named(waiters.keySet()), Quantities.time(sum), rank, share);
    all.add(new Suspicion(sum, who + " in " + calls.site().text() + forWhom));
  }

  private static int longest(JobProfile.Total calls) {
    return calls.nanos().entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  private static int least(JobProfile.Total calls) {
    return calls.nanos().entrySet().stream()
        .min(Map.Entry.comparingByValue())
        .orElseThrow()
        .getKey();
  }

  /** The rank in whose receives another has spent most time. */
  private int mostWaitedFor(int rank) {
    return job.ranks().stream()
        .filter(its -> its.rank() == rank)
        .flatMap(its -> its.waited().entrySet().stream())
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(-1);
  }
}
