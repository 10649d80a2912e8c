package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Lets the contestants take turns as the race does, but everyone starts anew for every sample: a
 * job that runs one benchmark and ends.
 *
 * <pre>
 *   loops:  all sizes in one job, one after the other, as public benchmarks run them
 *   curve:  one size in a job; the first call is the first that this job makes
 * </pre>
 */
final class ColdRace {

  private static final List<Integer> CURVE_SIZES = List.of(8, 1 << 10, 1 << 14, 1 << 16, 1 << 20);
  private static final int MOST_CALLS = 10_000;
  private static final int DECADE = 10;

  /** Curves end before they move more: only windows of long messages do. */
  private static final long MOST_BYTES = 16L << 30;

  /** Messages of one call. */
  private static final int WINDOW = 64;

  private static final Pattern RESULT = Pattern.compile("(\\w+) ([0-9]+) ([0-9.e+-]+)");

  private final List<Contestant> contestants;
  private final List<Integer> sizes;
  private final Path directory;
  private final Ledger ledger;

  /** Jobs that have failed, and are not tried again. */
  private final Set<List<String>> spared = new HashSet<>();

  /** What other programs took of the processors, job by job. */
  private final List<Double> othersShares = new ArrayList<>();

  /** A race of messages of these sizes (bytes); {@code directory} is where the C runners are. */
  ColdRace(List<Contestant> contestants, List<Integer> sizes, Path directory, Ledger ledger) {
    this.contestants = contestants;
    this.sizes = sizes;
    this.directory = directory;
    this.ledger = ledger;
  }

  /** Everyone runs these benchmarks once, on so many ranks. */
  void round(List<Benchmark> benchmarks, int ranks) {
    for (Benchmark benchmark : benchmarks) {
      ledger.note(ranks + " ranks: " + benchmark.name());
      for (List<String> job : jobs(benchmark, ranks)) {
        contestants.stream()
            .filter(each -> each.knows(benchmark, ranks))
            .forEach(each -> sample(each, job, ranks));
      }
    }
  }

  /** What other programs took of the processors, in percent: the median of the jobs. */
  double percentOfOthers() {
    return othersShares.isEmpty() ? 0 : 100 * Measured.median(othersShares);
  }

  /** What the runners are told, as cold.c has it. */
  private List<List<String>> jobs(Benchmark benchmark, int ranks) {
    if (benchmark.family() != Family.FIRST_CALLS) {
      Stream<String> own = benchmark.sizes(sizes, ranks).stream().map(String::valueOf);
      return List.of(Stream.concat(Stream.of("loops", benchmark.name()), own).toList());
    }
    boolean isUsual = sizes.equals(Pace.COLD.sizes());
    return benchmark.sizes(isUsual ? CURVE_SIZES : sizes, ranks).stream()
        .map(bytes -> List.of("first", benchmark.loop(), bytes + "", calls(benchmark, bytes) + ""))
        .toList();
  }

  private static int calls(Benchmark benchmark, long bytes) {
    long bytesOfCall = benchmark.loop().equals("bandwidth") ? WINDOW * bytes : bytes;
    int calls = MOST_CALLS;
    while (calls * bytesOfCall > MOST_BYTES) {
      calls /= DECADE;
    }
    return calls;
  }

  private void sample(Contestant contestant, List<String> job, int ranks) {
    List<String> command = contestant.launcher().command(ranks, directory.resolve("cold"), job);
    if (spared.contains(command)) {
      return;
    }
    Quiet.awaitIdle();
    var span = new Span();
    try {
      List<Matcher> results =
          Commands.output(command).lines().map(RESULT::matcher).filter(Matcher::matches).toList();
      othersShares.add(span.othersShare());
      if (results.isEmpty()) {
        throw new Crew.Failure("printed no result");
      }
      for (Matcher result : results) {
        var point = new Point(Benchmark.named(result.group(1)), Integer.parseInt(result.group(2)));
        ledger.result(contestant, point, ranks, Double.parseDouble(result.group(3)));
      }
    } catch (Crew.Failure e) {
      spared.add(command);
      ledger.failure(
          "%s on %d ranks, %s: %s"
              .formatted(contestant.name(), ranks, String.join(" ", job), e.what()));
    }
  }
}
