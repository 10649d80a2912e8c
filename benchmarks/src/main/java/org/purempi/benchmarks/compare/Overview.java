package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The pages of a folder in one picture: a bar for each family of benchmarks, in which the better C
 * library is 1.
 *
 * <pre>
 *               2 ranks        4 ranks        TCP
 *   latency     ======|        =======|       =======|
 *   bandwidth   ======|        =======|       ==     |
 * </pre>
 */
final class Overview {

  /** The page about Java arrays between processes. */
  private static final String ARRAYS = "arrays.md";

  /** The page about loopback TCP. */
  private static final String TCP = "tcp.md";

  private static final Pattern CORES = Pattern.compile("\\| processor \\| .*, (\\d+) cores \\|");

  private static final int LEFT = 225;
  private static final int GAP = 30;

  /** Shorter bars have their value beside them. */
  private static final int ROOM_FOR_VALUE = 40;

  private static final int TOP = 52;
  private static final int STEP = 26;
  private static final int BAR = 16;
  private static final int BOTTOM = 52;

  /** Longer bars are cut off, and their value says how far they would go. */
  private static final double MOST = 1.5;

  private static final double TICK = 0.5;
  private static final String OURS = "#0072B2";

  /** What a column of bars shows: one number of ranks, in one way of talking. */
  record Column(String title, String rivals, Map<Family, Double> ratios) {}

  private Overview() {}

  /** Draws {@code summary.svg} in a folder, from the pages there. */
  static void draw(Path folder) throws IOException {
    List<Column> columns = new ArrayList<>();
    List<String> arrays = Files.readAllLines(folder.resolve(ARRAYS));
    List<Row> rows = Page.rows(arrays);
    int cores = cores(arrays);
    for (int ranks : rows.stream().map(Row::ranks).distinct().sorted().toList()) {
      column(rows, "shm", ranks, cores).ifPresent(columns::add);
    }
    column(Page.rows(Files.readAllLines(folder.resolve(TCP))), "tcp", 2, cores)
        .ifPresent(columns::add);
    Files.writeString(folder.resolve("summary.svg"), svg(columns));
  }

  private static int cores(List<String> lines) throws IOException {
    return lines.stream()
        .map(CORES::matcher)
        .filter(Matcher::matches)
        .mapToInt(found -> Integer.parseInt(found.group(1)))
        .findFirst()
        .orElseThrow(() -> new IOException(ARRAYS + " does not say how many cores there were"));
  }

  /** More ranks than cores are compared with Open MPI alone, as on the page; start-up with both. */
  static Optional<Column> column(List<Row> rows, String transport, int ranks, int cores) {
    boolean crowded = ranks > cores;
    Map<Family, Double> ratios = new TreeMap<>();
    rows.stream()
        .filter(row -> row.ranks() == ranks && row.transport().startsWith(transport))
        .map(
            row ->
                crowded && row.benchmark().family() != Family.START_UP ? row.againstOpenMpi() : row)
        .filter(Row::isCompared)
        .collect(Collectors.groupingBy(row -> row.benchmark().family()))
        .forEach(
            (family, members) -> ratios.put(family, Summary.geometricMean(members, Row::ratio)));
    if (!ratios.containsKey(Family.LATENCY)) {
      return Optional.empty();
    }
    String how =
        transport.equals("tcp")
            ? "%d ranks over TCP".formatted(ranks)
            : crowded
                ? "%d ranks on %d cores".formatted(ranks, cores)
                : "%d ranks, a core each".formatted(ranks);
    return Optional.of(new Column(how, crowded ? "Open MPI = 1" : "better C library = 1", ratios));
  }

  /** The picture as the text of an SVG file. */
  static String svg(List<Column> columns) {
    List<Family> families =
        columns.stream()
            .flatMap(each -> each.ratios.keySet().stream())
            .distinct()
            .sorted()
            .toList();
    int floor = TOP + families.size() * STEP;
    var svg = new Svg(floor + BOTTOM);
    for (int i = 0; i < families.size(); i++) {
      svg.add(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>",
          LEFT - GAP, TOP + i * STEP + BAR + 1, Svg.escape(label(families.get(i))));
    }
    int wide = (Svg.WIDTH - LEFT) / columns.size() - GAP;
    for (int i = 0; i < columns.size(); i++) {
      column(svg, columns.get(i), families, LEFT + i * (wide + GAP), wide, floor);
    }
    svg.add(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" class=\"small\">time relative to C"
            + " (geometric mean of a family's rows): shorter bars are faster</text>",
        (LEFT + Svg.WIDTH) / 2, floor + 42);
    return svg.end();
  }

  private static void column(
      Svg svg, Column column, List<Family> families, int left, int wide, int floor) {
    svg.add(
        "<text x=\"%d\" y=\"20\" class=\"title\">%s</text><text x=\"%d\" y=\"38\" class=\"small"
            + " mute\">%s</text>",
        left, column.title, left, column.rivals);
    for (double tick = 0; tick <= MOST; tick += TICK) {
      double x = left + wide * tick / MOST;
      svg.add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" class=\"%s\"/>"
              + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"small\">%.1f</text>",
          x, TOP - 6, x, floor, tick == 1 ? "limit" : "grid", x, floor + 16, tick);
    }
    for (int i = 0; i < families.size(); i++) {
      Double ratio = column.ratios.get(families.get(i));
      if (ratio != null) {
        bar(svg, ratio, left, TOP + i * STEP, wide);
      }
    }
  }

  private static void bar(Svg svg, double ratio, int left, int top, int wide) {
    double length = wide * Math.min(ratio, MOST) / MOST;
    boolean inside = length > ROOM_FOR_VALUE;
    svg.add(
        "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
            + "<text x=\"%.1f\" y=\"%d\" class=\"small\" %s>%s%s</text>",
        left,
        top + 4,
        length,
        BAR,
        OURS,
        inside ? left + length - 6 : left + length + 6,
        top + BAR,
        inside ? "text-anchor=\"end\" style=\"fill: #ffffff\"" : "",
        Verdicts.ratio(ratio),
        ratio > MOST ? " ▸" : "");
  }

  private static String label(Family family) {
    return switch (family) {
      case ONE_TO_ALL -> "one to all (bcast, scatter)";
      case ALL_TO_ONE -> "all to one (gather, reduce)";
      case ALL_TO_ALL -> "all to all (allreduce, …)";
      case PREFIX -> "prefix (scan, exscan)";
      case DATATYPES -> "derived datatypes";
      case OVERLAP -> "overlap with computation";
      case START_UP -> "start-up of a job";
      default -> family.title;
    };
  }
}
