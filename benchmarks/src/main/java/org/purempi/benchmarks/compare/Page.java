package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A page that the race has written: its rows can be read again, and drawn. */
final class Page {

  /** A value with the middle half of its rounds; the dash may be of either length. */
  private static final Pattern VALUE = Pattern.compile("([0-9.]+) \\(([0-9.]+)[–-]([0-9.]+)\\)");

  private static final Pattern SIZE = Pattern.compile("([0-9]+)( Ki| Mi)?");

  private static final int ROW_CELLS = 10;
  private static final int FLOOR_CELLS = 5;

  /** What floors are written in. */
  private static final Set<String> FLOORS = Set.of("C", "Java");

  private Page() {}

  /** Draws the plots of a page anew, from the tables in it. */
  static void replot(Path page) throws IOException {
    draw(page, rows(Files.readAllLines(page)));
  }

  /** Writes the plots of a page into a directory of its name under {@code plots}, beside it. */
  static void draw(Path page, List<Row> rows) throws IOException {
    Path plots = Files.createDirectories(page.resolveSibling(plots(page)));
    for (Family family : Family.values()) {
      String svg = Plots.family(rows, family);
      if (svg != null) {
        Files.writeString(plots.resolve(family.slug() + ".svg"), svg);
      }
    }
  }

  /** The directory of the plots of a page, as a link from the page. */
  static String plots(Path page) {
    return "plots/" + String.valueOf(page.getFileName()).replaceAll("\\.md$", "") + "/";
  }

  /** The rows in a page's tables of families and floors. */
  static List<Row> rows(List<String> lines) {
    List<Row> rows = new ArrayList<>();
    for (String line : lines) {
      String[] cells = line.replaceAll("^\\| *| *\\|$", "").split(" *\\| *", -1);
      boolean isRow = line.startsWith("|") && isBenchmark(cells[0]);
      if (isRow && cells.length >= ROW_CELLS && SIZE.matcher(cells[2]).matches()) {
        rows.add(
            new Row(
                Benchmark.named(cells[0]),
                cells[3],
                Integer.parseInt(cells[1]),
                bytes(cells[2]),
                value(cells[4]),
                value(cells[5]),
                value(cells[6])));
      } else if (isRow && cells.length == FLOOR_CELLS && FLOORS.contains(cells[1])) {
        rows.add(Floors.row(cells[0], cells[1].equals("C"), bytes(cells[2]), value(cells[3])));
      }
    }
    return rows;
  }

  private static boolean isBenchmark(String name) {
    try {
      Benchmark.named(name);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static int bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a size");
    }
    String unit = String.valueOf(size.group(2));
    int factor = unit.equals(" Ki") ? 1 << 10 : unit.equals(" Mi") ? 1 << 20 : 1;
    return factor * Integer.parseInt(size.group(1));
  }

  private static @Nullable Measured value(String text) {
    Matcher value = VALUE.matcher(text);
    return value.matches()
        ? Measured.of(
            Double.valueOf(value.group(2)),
            Double.valueOf(value.group(1)),
            Double.valueOf(value.group(3)))
        : null;
  }
}
