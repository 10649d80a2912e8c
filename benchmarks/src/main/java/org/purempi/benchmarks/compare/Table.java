package org.purempi.benchmarks.compare;

import java.util.ArrayList;
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
