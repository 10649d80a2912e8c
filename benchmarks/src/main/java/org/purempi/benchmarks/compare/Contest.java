package org.purempi.benchmarks.compare;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.purempi.benchmarks.compare.Contestant.Side;

/** Lets the contestants run every point in turn, round after round, and keeps what they reached. */
final class Contest {

  private record Key(String contestant, Point point, int ranks) {}

  private final List<Contestant> contestants;
  private final Pace pace;
  private final Path directory;
  private final PrintStream notes;
  private final Runnable floor;
  private final Map<Key, List<Double>> results = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final Map<String, String> bindings = new TreeMap<>();

  /**
   * A contest that has not begun.
   *
   * @param directory where the C runners are and the logs go
   * @param notes where progress is told
   * @param floor measures the floor once; run in the rounds of the latency of two ranks, because a
   *     virtual machine's processors move closer together and further apart
   */
  Contest(
      List<Contestant> contestants, Pace pace, Path directory, PrintStream notes, Runnable floor) {
    this.floor = floor;
    this.contestants = contestants;
    this.pace = pace;
    this.directory = directory;
    this.notes = notes;
  }

  /** Runs all these benchmarks on so many ranks. */
  void run(List<Benchmark> benchmarks, int ranks) {
    if (!pace.freshStarts()) {
      heat(benchmarks, ranks);
      return;
    }
    benchmarks.forEach(benchmark -> heat(List.of(benchmark), ranks));
  }

  /** One start of all contestants. */
  private void heat(List<Benchmark> benchmarks, int ranks) {
    notes.printf(
        "%d ranks: %s%n",
        ranks, String.join(" ", benchmarks.stream().map(Benchmark::name).toList()));
    List<Crew> crews = new ArrayList<>();
    Set<String> excluded = new HashSet<>();
    try {
      contestants.forEach(contestant -> enlist(contestant, ranks, crews));
      for (int round = 0; round <= pace.rounds(); round++) {
        for (Benchmark benchmark : benchmarks) {
          round(round, benchmark, ranks, crews, excluded);
        }
      }
    } finally {
      crews.forEach(Crew::close);
    }
  }

  private void round(
      int round, Benchmark benchmark, int ranks, List<Crew> crews, Set<String> excluded) {
    if (round > 0 && ranks == 2 && benchmark.family() == Family.LATENCY) {
      floor.run();
    }
    for (int bytes : benchmark.sizes(pace.sizes(), ranks)) {
      Point point = new Point(benchmark, bytes);
      for (Crew crew : List.copyOf(crews)) {
        String name = crew.contestant().name();
        if (excluded.contains(name + benchmark.name())) {
          continue;
        }
        try {
          turn(round, point, ranks, crew);
        } catch (Crew.Failure e) {
          report("%s on %d ranks, %d bytes: %s", benchmark.name(), ranks, bytes, e.what());
          excluded.add(name + benchmark.name());
          crews.remove(crew);
          crew.close();
          enlist(crew.contestant(), ranks, crews);
        }
      }
    }
  }

  private void turn(int round, Point point, int ranks, Crew crew) throws Crew.Failure {
    boolean warmUp = round == 0;
    List<Double> samples = crew.run(point, warmUp ? pace.warmUp() : pace);
    if (crew.contestant().jvm()) {
      Quiet.await(crew.pids());
    }
    if (!warmUp) {
      results
          .computeIfAbsent(
              new Key(crew.contestant().name(), point, ranks), key -> new ArrayList<>())
          .add(Measured.median(samples));
    }
  }

  private void enlist(Contestant contestant, int ranks, List<Crew> crews) {
    Path log = directory.resolve(contestant.name() + "-" + ranks + ".log");
    try {
      Crew crew = Crew.start(contestant, ranks, directory.resolve("race"), log);
      int place =
          (int)
              crews.stream()
                  .filter(
                      other ->
                          contestants.indexOf(other.contestant()) < contestants.indexOf(contestant))
                  .count();
      crews.add(place, crew);
      bindings.put(contestant.name() + " on " + ranks + " ranks", String.join(", ", crew.cpus()));
    } catch (Crew.Failure e) {
      report("%s on %d ranks does not start: %s", contestant.name(), ranks, e.what());
    }
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  private void report(String format, Object... arguments) {
    String text = format.formatted(arguments);
    notes.println(text);
    failures.add(text);
  }

  /** What has been measured, a row for every transport of ours and every point. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    Set<String> transports = names(contestant -> contestant.side() == Side.OURS);
    if (transports.isEmpty()) {
      transports = Set.of("none");
    }
    Set<Key> points = new java.util.LinkedHashSet<>();
    results.keySet().forEach(key -> points.add(new Key("", key.point, key.ranks)));
    for (Key key : points) {
      for (String transport : transports) {
        rows.add(
            new Row(
                key.point.benchmark(),
                transport,
                key.ranks,
                key.point.bytes(),
                of(transport, key),
                of("mpich", key),
                of("openmpi", key)));
      }
    }
    return rows;
  }

  private Set<String> names(Predicate<Contestant> which) {
    Set<String> names = new java.util.LinkedHashSet<>();
    contestants.stream().filter(which).map(Contestant::name).forEach(names::add);
    return names;
  }

  private @Nullable Measured of(String contestant, Key key) {
    List<Double> values = results.get(new Key(contestant, key.point, key.ranks));
    return values == null ? null : new Measured(values);
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
