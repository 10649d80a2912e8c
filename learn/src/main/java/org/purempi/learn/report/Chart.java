package org.purempi.learn.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Curves of runs as a picture in SVG, which every browser shows. */
public final class Chart {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 400;
  private static final int LEFT = 70;
  private static final int RIGHT = 700;
  private static final int TOP = 40;
  private static final int BOTTOM = 350;
  private static final List<String> COLORS =
      List.of("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf");

  private final String title;
  private final Map<String, List<Progress.Point>> curves = new LinkedHashMap<>();

  /** An empty one. */
  public Chart(String title) {
    this.title = title;
  }

  /** A curve with a name. */
  public Chart add(String name, List<Progress.Point> curve) {
    curves.put(name, List.copyOf(curve));
    return this;
  }

  /** Writes the loss over the steps. */
  public void write(Path file) throws IOException {
    Files.writeString(file, svg());
  }

  /** The picture. */
  String svg() {
    double lastStep = Math.max(1, most(Progress.Point::step));
    double lowest = Math.min(0, -most(p -> -p.loss()));
    double highest = Math.max(0, most(Progress.Point::loss));
    double height = highest > lowest ? (highest - lowest) * 1.05 : 1;
    var svg = new StringBuilder();
    svg.append(
        format(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="12">
            <rect width="100%%" height="100%%" fill="white"/>
            <text x="%d" y="24" font-size="16" text-anchor="middle">%s</text>
            <text x="%d" y="390" text-anchor="middle">step</text>
            <text x="18" y="195" text-anchor="middle" transform="rotate(-90 18 195)">loss</text>
            """,
            WIDTH, HEIGHT, (LEFT + RIGHT) / 2, escaped(title), (LEFT + RIGHT) / 2));
    for (int i = 0; i <= 5; i++) {
      double y = BOTTOM - (BOTTOM - TOP) * i / 5.0;
      double x = LEFT + (RIGHT - LEFT) * i / 5.0;
      svg.append(line(LEFT, y, RIGHT, y)).append(line(x, BOTTOM, x, BOTTOM + 5));
      svg.append(text(LEFT - 8, y + 4, "end", format("%.3g", lowest + height * i / 5)));
      svg.append(text(x, BOTTOM + 18, "middle", format("%.0f", lastStep * i / 5)));
    }
    int number = 0;
    for (var curve : curves.entrySet()) {
      String color = COLORS.get(number % COLORS.size());
      List<String> points = new ArrayList<>();
      for (Progress.Point p : curve.getValue()) {
        if (!Double.isFinite(p.loss())) {
          continue; // a picture has no place for it
        }
        double x = LEFT + (RIGHT - LEFT) * p.step() / lastStep;
        double y = BOTTOM - (BOTTOM - TOP) * (p.loss() - lowest) / height;
        points.add(format("%.1f,%.1f", x, y));
      }
      if (points.size() == 1) {
        points.add(points.getFirst()); // a line of no length has round ends: a dot
      }
      svg.append(
          format(
              "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\" stroke-linecap=\"round\""
                  + " points=\"%s\"/>\n",
              color, String.join(" ", points)));
      svg.append(
          format(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">%s</text>\n",
              RIGHT - 8, TOP + 16 + 16 * number, color, escaped(curve.getKey())));
      number++;
    }
    return svg.append("</svg>\n").toString();
  }

  private double most(ToDoubleFunction<Progress.Point> what) {
    return curves.values().stream()
        .flatMap(List::stream)
        .mapToDouble(what)
        .filter(Double::isFinite)
        .max()
        .orElse(0);
  }

  private static String line(double x1, double y1, double x2, double y2) {
    return format(
        "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#ccc\"/>\n",
        x1, y1, x2, y2);
  }

  private static String text(double x, double y, String anchor, String words) {
    return format(
        "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", x, y, anchor, words);
  }

  /** With the digits that SVG has, whatever the user's language is. */
  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
