package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A drawing of curves with their spread, as SVG.
 *
 * <pre>
 *   legend
 *   +---------+ +---------+     panels, two in a row
 *   | panel 0 | | panel 1 |
 *   +---------+ +---------+
 * </pre>
 *
 * <p>Times and rates stand on logarithmic axes, shares on linear ones. An axis is made for ours and
 * what is comparable with it; what lies far beyond stands as a triangle at the edge.
 */
final class Plot {

  /** A measured point of a curve: the median, and where the middle half of the rounds lies. */
  record Dot(double x, double y, double low, double high) {}

  /** One contestant's curve; {@code ours} says whether the axes are made for it. */
  record Curve(String name, boolean ours, List<Dot> dots) {}

  /** What the x axis counts. */
  enum X {
    BYTES("message size, bytes", 2),
    RANKS("ranks", 2),
    CALLS("calls since the start", 10);

    final String title;

    /** Of the logarithm. */
    final int base;

    X(String title, int base) {
      this.title = title;
      this.base = base;
    }
  }

  /** One coordinate system. */
  record Panel(String title, Unit unit, X x, List<Curve> curves) {}

  private static final int COLUMNS = 2;
  private static final int WIDTH = Svg.WIDTH / COLUMNS;
  private static final int HEIGHT = 236;
  private static final int LEFT = 72;
  private static final int TOP = 30;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 48;
  private static final int LEGEND_LINE = 22;
  private static final int LEGEND_MARK = 26;
  private static final int LETTER = 8;
  private static final int TICK_GAP = 6;
  private static final int WHISKER = 3;
  private static final int TRIANGLE = 4;

  /** What is so many times worse than the worst of ours is not worth an axis. */
  private static final double FAR_BEYOND = 10;

  /** Exposed communication beyond twice the whole says only that somebody spins. */
  private static final double MOST_PERCENT = 200;

  private static final double WHOLE_PERCENT = 100;
  private static final double NO_COLUMN = -1;

  private final Legend legend;

  private final Svg svg;

  private Plot(List<Panel> panels) {
    this.legend =
        new Legend(
            panels.stream()
                .flatMap(panel -> panel.curves.stream())
                .map(Curve::name)
                .distinct()
                .toList());
    int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
    this.svg = new Svg(legendHeight() + rows * HEIGHT);
  }

  /** The drawing as the text of an SVG file; dots that cannot be drawn are left out. */
  static String svg(List<Panel> panels) {
    var plot = new Plot(panels);
    plot.legend();
    for (int i = 0; i < panels.size(); i++) {
      plot.add(
          "<g transform=\"translate(%d,%d)\">",
          i % COLUMNS * WIDTH, plot.legendHeight() + i / COLUMNS * HEIGHT);
      plot.panel(panels.get(i));
      plot.add("</g>");
    }
    return plot.svg.end();
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  private void add(String format, Object... arguments) {
    svg.add(format, arguments);
  }

  private static int legendWidth(String name) {
    return LEGEND_MARK + LETTER * Legend.title(name).length() + 2 * LETTER;
  }

  /** The lines of names, and one about what is drawn. */
  private int legendHeight() {
    int lines = 2;
    int at = LEFT;
    for (String name : legend.names()) {
      if (at > LEFT && at + legendWidth(name) > Svg.WIDTH) {
        lines++;
        at = LEFT;
      }
      at += legendWidth(name);
    }
    return lines * LEGEND_LINE;
  }

  private void legend() {
    int at = LEFT;
    int y = LEGEND_LINE - 4;
    for (String name : legend.names()) {
      if (at > LEFT && at + legendWidth(name) > Svg.WIDTH) {
        at = LEFT;
        y += LEGEND_LINE;
      }
      add(
          "<rect x=\"%d\" y=\"%d\" width=\"18\" height=\"5\" fill=\"%s\"/>"
              + "<text x=\"%d\" y=\"%d\">%s</text>",
          at, y - 7, legend.colour(name), at + LEGEND_MARK, y, Svg.escape(Legend.title(name)));
      at += legendWidth(name);
    }
    add(
        "<text x=\"%d\" y=\"%d\" class=\"small mute\">medians; bars: the middle half of the rounds;"
            + " triangles: beyond the axis</text>",
        LEFT, y + LEGEND_LINE - 2);
  }

  private void panel(Panel panel) {
    add(
        "<text x=\"%d\" y=\"%d\"><tspan class=\"title\">%s</tspan><tspan class=\"small mute\""
            + " dx=\"8\">%s</tspan></text>",
        LEFT,
        TOP - 10,
        Svg.escape(panel.title),
        panel.unit.moreIsBetter ? "higher is better" : "lower is better");
    List<Dot> dots = dots(panel).toList();
    if (dots.isEmpty()) {
      add("<text x=\"%d\" y=\"%d\">nothing measured</text>", LEFT, HEIGHT / 2);
      return;
    }
    boolean hasX = dots.stream().anyMatch(dot -> dot.x > 0);
    Axis y = yAxis(panel);
    Axis x = hasX ? xAxis(dots, panel.x.base) : Axis.linear(1, LEFT, WIDTH - RIGHT);
    grid(panel, x, y, hasX);
    for (int i = 0; i < panel.curves.size(); i++) {
      double column = x.high() * (i + 1) / (panel.curves.size() + 1);
      curve(panel.curves.get(i), x, y, hasX ? NO_COLUMN : column);
    }
  }

  private static Stream<Dot> dots(Panel panel) {
    return panel.curves.stream().flatMap(curve -> drawable(curve, panel.unit).stream());
  }

  private static List<Dot> drawable(Curve curve, Unit unit) {
    return curve.dots.stream().filter(dot -> dot.y > 0 || unit.isShare()).toList();
  }

  private static Axis xAxis(List<Dot> dots, int base) {
    double[] places = dots.stream().mapToDouble(Plot::place).sorted().toArray();
    return Axis.logarithmic(places[0], places[places.length - 1], base, LEFT, WIDTH - RIGHT);
  }

  /** Zero bytes stand where one byte would on a logarithmic axis. */
  private static double place(Dot dot) {
    return Math.max(1, dot.x);
  }

  /** For ours with their spread, and for what of the others is not far worse. */
  private static Axis yAxis(Panel panel) {
    List<Dot> all = dots(panel).toList();
    List<Dot> ours =
        panel.curves.stream()
            .filter(Curve::ours)
            .flatMap(curve -> drawable(curve, panel.unit).stream())
            .toList();
    List<Dot> base = ours.isEmpty() ? all : ours;
    List<Dot> near = all.stream().filter(dot -> isNear(dot, base, panel.unit)).toList();
    double most =
        Stream.concat(base.stream().map(Dot::high), near.stream().map(Dot::y))
            .max(Comparator.naturalOrder())
            .orElseThrow();
    if (panel.unit.isShare()) {
      most = Math.clamp(most, WHOLE_PERCENT, MOST_PERCENT);
      return Axis.linear(most, HEIGHT - BOTTOM, TOP);
    }
    double least =
        Stream.concat(base.stream().map(Plot::least), near.stream().map(Dot::y))
            .min(Comparator.naturalOrder())
            .orElseThrow();
    return Axis.logarithmic(least, most, 10, HEIGHT - BOTTOM, TOP);
  }

  /** Whether a value is not far worse than the worst of ours at the same place. */
  private static boolean isNear(Dot dot, List<Dot> ours, Unit unit) {
    return ours.stream()
        .filter(own -> own.x == dot.x)
        .anyMatch(own -> unit.ratio(dot.y, own.y) <= FAR_BEYOND);
  }

  private static double least(Dot dot) {
    return dot.low > 0 ? dot.low : dot.y;
  }

  private void grid(Panel panel, Axis x, Axis y, boolean hasX) {
    for (double tick : y.ticks()) {
      add(
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" class=\"grid\"/>"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\" class=\"small\">%s</text>",
          LEFT,
          y.at(tick),
          WIDTH - RIGHT,
          y.at(tick),
          LEFT - TICK_GAP,
          y.at(tick) + 4,
          Axis.plain(tick));
    }
    for (double tick : hasX ? x.ticks() : List.<Double>of()) {
      String label = panel.x == X.BYTES ? Report.size((int) tick) : Axis.plain(tick);
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" class=\"grid\"/>"
              + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" class=\"small\">%s</text>",
          x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM, x.at(tick), HEIGHT - BOTTOM + 16, label);
    }
    add(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" class=\"frame\"/>",
        LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    if (hasX) {
      add(
          "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" class=\"small\">%s</text>",
          (LEFT + WIDTH - RIGHT) / 2, HEIGHT - BOTTOM + 34, panel.x.title);
    }
    add(
        "<text transform=\"translate(16,%d) rotate(-90)\" text-anchor=\"middle\""
            + " class=\"small\">%s</text>",
        (TOP + HEIGHT - BOTTOM) / 2, Svg.escape(panel.unit.title));
  }

  /**
   * Draws a curve.
   *
   * @param column where to, if there is no x
   */
  private void curve(Curve curve, Axis x, Axis y, double column) {
    String colour = legend.colour(curve.name);
    List<String> places = new ArrayList<>();
    for (Dot dot : curve.dots) {
      boolean isShown = dot.y > 0 || y.base() == 0;
      if (!isShown) {
        continue;
      }
      double atX = x.at(column == NO_COLUMN ? place(dot) : column);
      double atY = y.at(dot.y);
      places.add(String.format(Locale.ROOT, "%.1f,%.1f", atX, atY));
      if (y.isBelow(dot.y)) {
        add(
            "<path d=\"M %.1f %.1f l %d %d h %d z\" fill=\"%s\"/>",
            atX, atY - 1, TRIANGLE, 2 * TRIANGLE, -2 * TRIANGLE, colour);
      } else {
        spread(atX, y.at(Math.max(dot.low, dot.y / FAR_BEYOND)), y.at(dot.high), colour);
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", atX, atY, colour);
      }
    }
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"/>",
        String.join(" ", places), colour);
  }

  private void spread(double x, double low, double high, String colour) {
    add(
        "<path d=\"M %1$.1f %3$.1f h %5$d M %1$.1f %4$.1f h %5$d M %2$.1f %3$.1f V %4$.1f\""
            + " stroke=\"%6$s\" stroke-opacity=\"0.6\" fill=\"none\"/>",
        x - WHISKER, x, low, high, 2 * WHISKER, colour);
  }
}
