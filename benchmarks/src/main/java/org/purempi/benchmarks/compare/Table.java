package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rows as CSV: medians only, empty where someone did not run. */
final class Table {

  /** The first line. */
  static final String HEADER = "benchmark,transport,ranks,bytes,ours,mpich,openmpi,unit,ratio";

  private Table() {}

  /** The whole file, header included. */
  static String csv(List<Row> rows) {
    List<String> lines = new ArrayList<>();
    lines.add(HEADER);
    rows.forEach(row -> lines.add(line(row)));
    return String.join("\n", lines) + "\n";
  }

  /** The same for a terminal, in columns. */
  static String aligned(List<Row> rows) {
    List<String[]> lines = csv(rows).lines().map(line -> line.split(",", -1)).toList();
    int[] widths = new int[lines.getFirst().length];
    for (String[] cells : lines) {
      Arrays.setAll(widths, i -> Math.max(widths[i], cells[i].length()));
    }
    var text = new StringBuilder();
    for (String[] cells : lines) {
      for (int i = 0; i < cells.length; i++) {
        boolean isWord = i < WORD_COLUMNS;
        String gap = " ".repeat(widths[i] - cells[i].length());
        text.append(isWord ? cells[i] + gap : gap + cells[i]);
        text.append(i + 1 < cells.length ? "  " : "\n");
      }
    }
    return text.toString();
  }

  private static final int WORD_COLUMNS = 2;

  private static String line(Row row) {
    return String.join(
        ",",
        row.benchmark().name(),
        row.transport(),
        Integer.toString(row.ranks()),
        Integer.toString(row.bytes()),
        median(row.ours()),
        median(row.mpich()),
        median(row.openmpi()),
        row.benchmark().unit().text,
        row.isCompared() ? String.format(Locale.ROOT, "%.3f", row.ratio()) : "");
  }

  private static String median(@Nullable Measured measured) {
    return measured == null ? "" : number(measured.median());
  }

  /** Four significant digits without an exponent. */
  static String number(double value) {
    if (value == 0) {
      return "0";
    }
    int whole = (int) Math.floor(Math.log10(Math.abs(value))) + 1;
    int decimals = Math.max(0, SIGNIFICANT_DIGITS - Math.max(whole, 0));
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }

  private static final int SIGNIFICANT_DIGITS = 4;
}
