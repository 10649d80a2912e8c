package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.purempi.benchmarks.compare.Plot.Curve;
import org.purempi.benchmarks.compare.Plot.Dot;
import org.purempi.benchmarks.compare.Plot.Panel;

/**
 * Turns rows into drawings: a family's benchmarks below each other, numbers of ranks side by side.
 */
final class Plots {

  private Plots() {}

  /** The drawing of one family, or null if it has no rows. */
  static @Nullable String family(List<Row> rows, Family family) {
    List<Row> members = rows.stream().filter(row -> row.benchmark().family() == family).toList();
    if (members.isEmpty()) {
      return null;
    }
    List<Panel> panels = new ArrayList<>();
    for (Benchmark benchmark : members.stream().map(Row::benchmark).distinct().toList()) {
      List<Row> own = members.stream().filter(row -> row.benchmark().equals(benchmark)).toList();
      if (family == Family.START_UP) {
        panels.add(panel("start-up over ranks", benchmark, own, false));
        continue;
      }
      for (int ranks : new TreeSet<>(own.stream().map(Row::ranks).toList())) {
        List<Row> same = own.stream().filter(row -> row.ranks() == ranks).toList();
        panels.add(panel(benchmark.name() + ", " + ranks + " ranks", benchmark, same, true));
      }
    }
    return Plot.svg(panels);
  }

  private static Panel panel(String title, Benchmark benchmark, List<Row> rows, boolean bytesOnX) {
    Map<String, List<Dot>> curves = new LinkedHashMap<>();
    for (Row row : rows) {
      double x = bytesOnX ? row.bytes() : row.ranks();
      dot(curves, row.transport(), x, row.ours());
    }
    for (Row row : rows) {
      double x = bytesOnX ? row.bytes() : row.ranks();
      dot(curves, "mpich", x, row.mpich());
      dot(curves, "openmpi", x, row.openmpi());
    }
    List<Curve> drawn = new ArrayList<>();
    curves.forEach((name, dots) -> drawn.add(new Curve(name, dots)));
    return new Panel(title, benchmark.unit().text, bytesOnX, drawn);
  }

  /** Peers stand in every transport's row; they are drawn once. */
  private static void dot(
      Map<String, List<Dot>> curves, String name, double x, @Nullable Measured value) {
    if (value == null) {
      return;
    }
    List<Dot> dots = curves.computeIfAbsent(name, unused -> new ArrayList<>());
    Dot dot = new Dot(x, value.median());
    if (!dots.contains(dot)) {
      dots.add(dot);
    }
  }
}
