package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.purempi.benchmarks.compare.Plot.Curve;
import org.purempi.benchmarks.compare.Plot.Dot;
import org.purempi.benchmarks.compare.Plot.Panel;
import org.purempi.benchmarks.compare.Plot.X;

/**
 * Turns rows into drawings: a family's benchmarks below each other, numbers of ranks side by side.
 */
final class Plots {

  private static final String MPICH = "mpich";
  private static final String OPENMPI = "openmpi";

  private Plots() {}

  /** The drawing of one family, or null if it has no rows. */
  static @Nullable String family(List<Row> rows, Family family) {
    List<Row> members = rows.stream().filter(row -> row.benchmark().family() == family).toList();
    if (members.isEmpty()) {
      return null;
    }
    if (family == Family.FIRST_CALLS) {
      return Plot.svg(curves(members));
    }
    List<Panel> panels = new ArrayList<>();
    for (Benchmark benchmark : members.stream().map(Row::benchmark).distinct().toList()) {
      List<Row> own = members.stream().filter(row -> row.benchmark().equals(benchmark)).toList();
      if (family == Family.START_UP) {
        panels.add(panel("a job that only begins and ends", benchmark, own, X.RANKS));
        continue;
      }
      for (int ranks : new TreeSet<>(own.stream().map(Row::ranks).toList())) {
        List<Row> same = own.stream().filter(row -> row.ranks() == ranks).toList();
        panels.add(panel(title(benchmark, ranks), benchmark, same, X.BYTES));
      }
    }
    return Plot.svg(panels);
  }

  /** The first calls: a loop, a size and a number of ranks in each panel. */
  private static List<Panel> curves(List<Row> rows) {
    Map<String, List<Row>> panels = new LinkedHashMap<>();
    for (Row row : rows) {
      String title = "%s, %s".formatted(row.benchmark().loop(), size(row.bytes()));
      panels
          .computeIfAbsent(title + ", " + row.ranks() + " ranks", unused -> new ArrayList<>())
          .add(row);
    }
    return panels.entrySet().stream()
        .map(
            each ->
                panel(
                    each.getKey(),
                    each.getValue().getFirst().benchmark(),
                    each.getValue(),
                    X.CALLS))
        .toList();
  }

  private static String size(int bytes) {
    String size = Report.size(bytes);
    return size + (size.endsWith("i") ? "B" : " B");
  }

  private static String title(Benchmark benchmark, int ranks) {
    String who = benchmark.family() == Family.FLOOR ? "thread" : "rank";
    return "%s, %d %s%s".formatted(benchmark.name(), ranks, who, ranks == 1 ? "" : "s");
  }

  private static Panel panel(String title, Benchmark benchmark, List<Row> rows, X axis) {
    ToDoubleFunction<Row> x =
        switch (axis) {
          case BYTES -> Row::bytes;
          case RANKS -> Row::ranks;
          case CALLS -> row -> row.benchmark().calls();
        };
    Map<String, List<Dot>> curves = new LinkedHashMap<>();
    for (Row row : rows) {
      dot(curves, row.transport(), x.applyAsDouble(row), row.ours());
    }
    for (Row row : rows) {
      dot(curves, MPICH, x.applyAsDouble(row), row.mpich());
      dot(curves, OPENMPI, x.applyAsDouble(row), row.openmpi());
    }
    List<Curve> drawn = new ArrayList<>();
    curves.forEach((name, dots) -> drawn.add(new Curve(name, isOurs(name), dots)));
    return new Panel(title, benchmark.unit(), axis, drawn);
  }

  private static boolean isOurs(String name) {
    return !name.equals(MPICH) && !name.equals(OPENMPI);
  }

  /** Peers stand in every transport's row; they are drawn once. */
  private static void dot(
      Map<String, List<Dot>> curves, String name, double x, @Nullable Measured value) {
    if (value == null) {
      return;
    }
    List<Dot> dots = curves.computeIfAbsent(name, unused -> new ArrayList<>());
    if (dots.stream().noneMatch(dot -> dot.x() == x)) {
      dots.add(new Dot(x, value.median(), value.low(), value.high()));
    }
  }
}
