package org.purempi.benchmarks.compare;

import java.nio.file.Path;
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

  /** So long a job waits for a machine that is busy with something else. */
  private static final int PATIENCE_MILLIS = 10_000;

  /** Messages of one call. */
  private static final int WINDOW = 64;

  private static final Pattern RESULT = Pattern.compile("(\\w+) ([0-9]+) ([0-9.e+-]+)");

  private final List<Contestant> contestants;
  private final Pace pace;
  private final Path directory;
  private final Ledger ledger;

  /** Jobs that have failed, and are not tried again. */
  private final Set<List<String>> spared = new HashSet<>();

  /** A race that has not begun; {@code directory} is where the C runners are. */
  ColdRace(List<Contestant> contestants, Pace pace, Path directory, Ledger ledger) {
    this.contestants = contestants;
    this.pace = pace;
    this.directory = directory;
    this.ledger = ledger;
  }

  /** Runs these benchmarks on so many ranks. */
  void run(List<Benchmark> benchmarks, int ranks) {
    for (int round = 1; round <= pace.rounds(); round++) {
      for (Benchmark benchmark : benchmarks) {
        ledger.note("%d ranks, round %d: %s".formatted(ranks, round, benchmark.name()));
        for (List<String> job : jobs(benchmark, ranks)) {
          contestants.stream()
              .filter(each -> each.knows(benchmark, ranks))
              .forEach(each -> sample(each, job, ranks));
        }
      }
    }
  }

  /** What the runners are told, as cold.c has it. */
  private List<List<String>> jobs(Benchmark benchmark, int ranks) {
    if (benchmark.family() != Family.FIRST_CALLS) {
      Stream<String> sizes = benchmark.sizes(pace.sizes(), ranks).stream().map(String::valueOf);
      return List.of(Stream.concat(Stream.of("loops", benchmark.name()), sizes).toList());
    }
    boolean isUsual = pace.sizes().equals(Pace.COLD.sizes());
    return benchmark.sizes(isUsual ? CURVE_SIZES : pace.sizes(), ranks).stream()
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
    Quiet.awaitIdle(PATIENCE_MILLIS);
    try {
      List<Matcher> results =
          Commands.output(command).lines().map(RESULT::matcher).filter(Matcher::matches).toList();
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
