package org.purempi.benchmarks.compare;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is written down during a contest: results round by round, failures, bindings. */
final class Ledger {

  private record Key(String contestant, Point point, int ranks) {}

  private final Map<Key, List<Double>> results = new LinkedHashMap<>();
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

  /** Adds a round's value. */
  void result(Contestant contestant, Point point, int ranks, double value) {
    results
        .computeIfAbsent(new Key(contestant.name(), point, ranks), key -> new ArrayList<>())
        .add(value);
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
        rows.add(
            new Row(
                key.point.benchmark(),
                transport,
                key.ranks,
                key.point.bytes(),
                of(transport, key),
                of("mpich" + network, key),
                of("openmpi" + network, key)));
      }
    }
    return rows;
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
