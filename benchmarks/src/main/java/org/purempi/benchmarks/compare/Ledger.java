package org.purempi.benchmarks.compare;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What is written down during a contest: results round by round, failures, bindings. */
final class Ledger {

  private record Key(String contestant, Point point, int ranks) {}

  /** One round; the distance is NaN if the processors moved meanwhile. */
  private record Result(double value, double distanceMicros) {}

  /** A distance above so many times the shortest one is a long one. */
  private static final double LONG = 2.5;

  private final Map<Key, List<Result>> results = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final Map<String, String> bindings = new TreeMap<>();
  private final PrintStream notes;
  private int repeats;

  /** An empty one; {@code notes} is told what happens. */
  Ledger(PrintStream notes) {
    this.notes = notes;
  }

  /** Tells where the contest is. */
  void note(String text) {
    notes.println(text);
  }

  /**
   * Adds a round's value.
   *
   * @param distanceMicros how far apart the processors were; NaN if they moved
   */
  void result(Contestant contestant, Point point, int ranks, double value, double distanceMicros) {
    results
        .computeIfAbsent(new Key(contestant.name(), point, ranks), key -> new ArrayList<>())
        .add(new Result(value, distanceMicros));
  }

  /** Adds a round's value, wherever the processors were. */
  void result(Contestant contestant, Point point, int ranks, double value) {
    result(contestant, point, ranks, value, 0);
  }

  /** A turn is repeated, because the processors have moved. */
  void repeated() {
    repeats++;
  }

  /** How many turns were repeated. */
  int repeats() {
    return repeats;
  }

  /** Adds a sentence about what went wrong. */
  void failure(String text) {
    notes.println(text);
    failures.add(text);
  }

  /** Writes down where the ranks of a contestant may run. */
  void binding(Contestant contestant, int ranks, List<String> cpus) {
    bindings.put(contestant.name() + " on " + ranks + " ranks", String.join(", ", cpus));
  }

  /** A row for every transport of ours and every point that somebody has run. */
  List<Row> rows(List<String> transports) {
    Set<Key> points = new LinkedHashSet<>();
    results.keySet().forEach(key -> points.add(new Key("", key.point, key.ranks)));
    List<Row> rows = new ArrayList<>();
    for (Key key : points) {
      for (String transport : transports) {
        // Like runs against like: sockets against the peers' sockets.
        boolean isOverTcp = transport.startsWith("tcp-") || transport.startsWith("tls-");
        String network = isOverTcp ? "-tcp" : "";
        rows.add(row(key, transport, List.of(transport, "mpich" + network, "openmpi" + network)));
      }
    }
    return rows;
  }

  private Row row(Key key, String transport, List<String> contestants) {
    List<List<Result>> all = new ArrayList<>();
    for (String contestant : contestants) {
      all.add(results.getOrDefault(new Key(contestant, key.point, key.ranks), List.of()));
    }
    List<Integer> rounds = comparable(all.stream().filter(each -> !each.isEmpty()).toList());
    return new Row(
        key.point.benchmark(),
        transport,
        key.ranks,
        key.point.bytes(),
        of(all.get(0), rounds),
        of(all.get(1), rounds),
        of(all.get(2), rounds));
  }

  private static @Nullable Measured of(List<Result> results, List<Integer> rounds) {
    return results.isEmpty()
        ? null
        : new Measured(rounds.stream().map(round -> results.get(round).value).toList());
  }

  /**
   * The rounds in which everybody ran at the same distance: of the two kinds, short and long, those
   * that are more; all rounds if there is none of either.
   */
  private List<Integer> comparable(List<List<Result>> contestants) {
    List<Integer> same = atOneDistance(contestants);
    return same.isEmpty() ? rounds(contestants, result -> true) : same;
  }

  private List<Integer> atOneDistance(List<List<Result>> contestants) {
    double limit = LONG * shortestMicros();
    List<Integer> near = rounds(contestants, result -> result.distanceMicros <= limit);
    List<Integer> far = rounds(contestants, result -> result.distanceMicros > limit);
    return far.size() > near.size() ? far : near;
  }

  /** How many rounds of a point can be compared, whoever has run it. */
  int comparableRounds(Point point, int ranks) {
    return atOneDistance(
            results.entrySet().stream()
                .filter(each -> each.getKey().ranks == ranks && each.getKey().point.equals(point))
                .map(Map.Entry::getValue)
                .toList())
        .size();
  }

  private double shortestMicros() {
    return results.values().stream()
        .flatMap(List::stream)
        .mapToDouble(Result::distanceMicros)
        .filter(micros -> !Double.isNaN(micros))
        .min()
        .orElse(0);
  }

  /** The rounds that all of these have run, with such results. */
  private static List<Integer> rounds(List<List<Result>> contestants, Predicate<Result> isWanted) {
    int count = contestants.stream().mapToInt(List::size).min().orElse(0);
    return IntStream.range(0, count)
        .filter(round -> contestants.stream().allMatch(each -> isWanted.test(each.get(round))))
        .boxed()
        .toList();
  }

  /** What went wrong, a sentence each. */
  List<String> failures() {
    return failures;
  }

  /** The processors each contestant's ranks were allowed to use, in rank order. */
  Map<String, String> bindings() {
    return bindings;
  }
}
