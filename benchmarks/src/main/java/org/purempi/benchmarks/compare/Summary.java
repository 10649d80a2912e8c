package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** What many rows amount to. */
final class Summary {

  /**
   * A group of rows in one line.
   *
   * @param geometricMean of the ratios
   * @param pairedMean the same of the paired ratios
   * @param notSlower the share of rows with a ratio of at most one
   */
  record Line(
      String group,
      String transport,
      int ranks,
      int rows,
      double geometricMean,
      double pairedMean,
      double notSlower,
      Row worst) {}

  private record Key(String group, String transport, int ranks) {}

  private Summary() {}

  /** One line for every family, transport and number of ranks that was compared. */
  static List<Line> byFamily(List<Row> rows) {
    return group(rows, row -> row.benchmark().family().title);
  }

  /** One line for every benchmark, transport and number of ranks that was compared. */
  static List<Line> byBenchmark(List<Row> rows) {
    return group(rows, row -> row.benchmark().name());
  }

  /** One line for every group of this name, transport and number of ranks that was compared. */
  static List<Line> group(List<Row> rows, Function<Row, String> name) {
    Map<Key, List<Row>> groups = new LinkedHashMap<>();
    for (Row row : rows) {
      if (row.isCompared()) {
        groups
            .computeIfAbsent(
                new Key(name.apply(row), row.transport(), row.ranks()), key -> new ArrayList<>())
            .add(row);
      }
    }
    List<Line> lines = new ArrayList<>();
    groups.forEach((key, members) -> lines.add(line(key, members)));
    return lines;
  }

  private static Line line(Key key, List<Row> rows) {
    return new Line(
        key.group,
        key.transport,
        key.ranks,
        rows.size(),
        geometricMean(rows, Row::ratio),
        geometricMean(rows, Row::pairedRatio),
        notSlower(rows),
        rows.stream().max(Comparator.comparingDouble(Row::ratio)).orElseThrow());
  }

  /** The geometric mean of a ratio over rows. */
  static double geometricMean(List<Row> rows, ToDoubleFunction<Row> ratio) {
    return Math.exp(
        rows.stream()
            .mapToDouble(row -> Math.log(ratio.applyAsDouble(row)))
            .average()
            .orElseThrow());
  }

  /** The share of these rows whose ratio is at most one. */
  static double notSlower(List<Row> rows) {
    return rows.stream().filter(row -> row.ratio() <= 1).count() / (double) rows.size();
  }

  /** The row at this place, if it was measured. */
  static Optional<Row> find(
      List<Row> rows, String benchmark, String transport, int ranks, int bytes) {
    return rows.stream()
        .filter(
            row ->
                row.benchmark().name().equals(benchmark)
                    && row.transport().equals(transport)
                    && row.ranks() == ranks
                    && row.bytes() == bytes)
        .findFirst();
  }
}
