package org.purempi.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A drawing of curves on logarithmic axes, as SVG.
 *
 * <pre>
 *   legend
 *   +---------+ +---------+     panels, two in a row
 *   | panel 0 | | panel 1 |
 *   +---------+ +---------+
 * </pre>
 */
final class Plot {

  /** A measured point of a curve. */
  record Dot(double x, double y) {}

  /** One contestant's curve. */
  record Curve(String name, List<Dot> dots) {}

  /** One coordinate system; {@code bytesOnX} tells whether x is a size or a number of ranks. */
  record Panel(String title, String unit, boolean bytesOnX, List<Curve> curves) {}

  private static final int COLUMNS = 2;
  private static final int WIDTH = 460;
  private static final int HEIGHT = 270;
  private static final int LEFT = 58;
  private static final int TOP = 34;
  private static final int RIGHT = 14;
  private static final int BOTTOM = 34;
  private static final int LEGEND = 34;
  private static final int LEGEND_STEP = 130;
  private static final int TICK_GAP = 6;
  private static final int TEXT = 11;
  private static final int MANY_OCTAVES = 8;

  /** Told apart by people who see few colours too (Okabe and Ito); a contestant keeps its own. */
  private static final Map<String, String> COLOURS =
      Map.of(
          "shm-heap", "#0072B2",
          "shm-native", "#56B4E9",
          "shm-shared", "#000000",
          "thread-heap", "#009E73",
          "mpich", "#D55E00",
          "openmpi", "#E69F00",
          "shm", "#0072B2");

  private static final String OTHER_COLOUR = "#CC79A7";

  private final List<Panel> panels;
  private final List<String> names;
  private final StringBuilder svg = new StringBuilder();

  private Plot(List<Panel> panels) {
    this.panels = panels;
    this.names =
        panels.stream()
            .flatMap(panel -> panel.curves.stream())
            .map(Curve::name)
            .distinct()
            .toList();
  }

  /**
   * The drawing as the text of an SVG file; dots with a value that is not positive are left out.
   */
  static String svg(List<Panel> panels) {
    var plot = new Plot(panels);
    plot.draw();
    return plot.svg.toString();
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  private void add(String format, Object... arguments) {
    svg.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  private void draw() {
    int rows = (panels.size() + COLUMNS - 1) / COLUMNS;
    int width = WIDTH * Math.min(COLUMNS, Math.max(1, panels.size()));
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
            + " font-family=\"sans-serif\" font-size=\"%d\">",
        Math.max(width, LEFT + names.size() * LEGEND_STEP), LEGEND + rows * HEIGHT, TEXT);
    add("<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>");
    for (int i = 0; i < names.size(); i++) {
      int x = LEFT + i * LEGEND_STEP;
      add(
          "<rect x=\"%d\" y=\"12\" width=\"18\" height=\"4\" fill=\"%s\"/>"
              + "<text x=\"%d\" y=\"18\">%s</text>",
          x, colour(names.get(i)), x + 24, escape(names.get(i)));
    }
    for (int i = 0; i < panels.size(); i++) {
      add("<g transform=\"translate(%d,%d)\">", i % COLUMNS * WIDTH, LEGEND + i / COLUMNS * HEIGHT);
      panel(panels.get(i));
      add("</g>");
    }
    add("</svg>");
  }

  private static String colour(String name) {
    return COLOURS.getOrDefault(name, OTHER_COLOUR);
  }

  private void panel(Panel panel) {
    List<Dot> dots =
        panel.curves.stream().flatMap(curve -> curve.dots.stream()).filter(Plot::drawable).toList();
    add(
        "<text x=\"%d\" y=\"%d\" font-weight=\"bold\">%s</text>",
        LEFT, TOP - 12, escape(panel.title + ", " + panel.unit));
    if (dots.isEmpty()) {
      add("<text x=\"%d\" y=\"%d\">nothing measured</text>", LEFT, HEIGHT / 2);
      return;
    }
    Axis x = Axis.around(dots.stream().mapToDouble(Plot::place).toArray(), 2, LEFT, WIDTH - RIGHT);
    Axis y = Axis.around(dots.stream().mapToDouble(Dot::y).toArray(), 10, HEIGHT - BOTTOM, TOP);
    grid(panel, x, y);
    panel.curves.forEach(curve -> curve(curve, x, y));
  }

  private static boolean drawable(Dot dot) {
    return dot.y > 0 && dot.x >= 0;
  }

  /** Zero bytes stand where one byte would on a logarithmic axis. */
  private static double place(Dot dot) {
    return Math.max(1, dot.x);
  }

  private void grid(Panel panel, Axis x, Axis y) {
    for (double tick : y.ticks(1)) {
      add(
          "<line x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\" stroke=\"#ddd\"/>"
              + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
          LEFT,
          y.at(tick),
          WIDTH - RIGHT,
          y.at(tick),
          LEFT - TICK_GAP,
          y.at(tick) + 4,
          plain(tick));
    }
    int step = x.decades() > MANY_OCTAVES ? 2 : 1;
    for (double tick : x.ticks(step)) {
      String label = panel.bytesOnX ? Report.size((int) tick) : plain(tick);
      add(
          "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"#eee\"/>"
              + "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" font-size=\"9\">%s</text>",
          x.at(tick), TOP, x.at(tick), HEIGHT - BOTTOM, x.at(tick), HEIGHT - BOTTOM + 14, label);
    }
    add(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#888\"/>",
        LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
  }

  private void curve(Curve curve, Axis x, Axis y) {
    List<String> places = new ArrayList<>();
    for (Dot dot : curve.dots) {
      if (drawable(dot)) {
        double atX = x.at(place(dot));
        double atY = y.at(dot.y);
        places.add(String.format(Locale.ROOT, "%.1f,%.1f", atX, atY));
        add(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>",
            atX, atY, colour(curve.name));
      }
    }
    add(
        "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.6\"/>",
        String.join(" ", places), colour(curve.name));
  }

  private static String plain(double value) {
    return value >= 1
        ? String.format(Locale.ROOT, "%.0f", value)
        : Double.toString(value).replaceAll("0+$", "");
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /** A logarithmic axis from {@code low} to {@code high}, drawn between two places. */
  private record Axis(double base, int low, int high, double from, double to) {

    static Axis around(double[] values, double base, double from, double to) {
      double least = Double.MAX_VALUE;
      double most = 0;
      for (double value : values) {
        least = Math.min(least, value);
        most = Math.max(most, value);
      }
      double tiny = 1e-9;
      int low = (int) Math.floor(Math.log(least) / Math.log(base) + tiny);
      int high = (int) Math.ceil(Math.log(most) / Math.log(base) - tiny);
      return new Axis(base, low, Math.max(high, low + 1), from, to);
    }

    int decades() {
      return high - low;
    }

    double at(double value) {
      return from + (Math.log(value) / Math.log(base) - low) / (high - low) * (to - from);
    }

    List<Double> ticks(int step) {
      List<Double> ticks = new ArrayList<>();
      for (int exponent = low; exponent <= high; exponent += step) {
        ticks.add(exponent < 0 ? 1 / Math.pow(base, -exponent) : Math.pow(base, exponent));
      }
      return ticks;
    }
  }
}
