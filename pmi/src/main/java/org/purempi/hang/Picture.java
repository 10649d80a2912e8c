package org.purempi.hang;

import java.util.List;
import java.util.Locale;
import org.purempi.hang.Folded.Edge;
import org.purempi.hang.Folded.Node;

/** Draws a graph as SVG: the nodes on an ellipse, each edge a bow, so that two ways do not meet. */
final class Picture {
  private static final int NODE_WIDTH = 210;
  private static final int NODE_HEIGHT = 46;
  private static final int MARGIN = 70;
  private static final double ROOM_FOR_A_NODE = 250;
  private static final double LEAST_RADIUS = 190;
  private static final double FLATNESS = 0.62;
  private static final double BOW = 34;
  private static final double LOOP = 44;
  private static final int MOST_CHARACTERS = 32;
  private static final int MOST_OF_A_LABEL = 44;

  private final Folded graph;
  private final double radiusX;
  private final double radiusY;
  private final StringBuilder svg = new StringBuilder();

  private Picture(Folded graph) {
    this.graph = graph;
    int nodes = graph.nodes.size();
    this.radiusX = nodes == 1 ? 0 : Math.max(LEAST_RADIUS, nodes * ROOM_FOR_A_NODE / Math.TAU);
    this.radiusY = nodes <= 2 ? 0 : radiusX * FLATNESS;
  }

  /** The picture of a graph. */
  static String of(Folded graph) {
    return new Picture(graph).draw();
  }

  private String draw() {
    double width = 2 * radiusX + NODE_WIDTH + 2 * MARGIN;
    double height = 2 * radiusY + NODE_HEIGHT + 2 * MARGIN + LOOP;
    svg.append(
        text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\""
                + " role=\"img\" aria-label=\"who waits for whom\">\n",
            width, height, width));
    svg.append(arrow("ends", "edge")).append(arrow("ends-red", "red"));
    graph.edges.forEach(this::edge);
    for (int i = 0; i < graph.nodes.size(); i++) {
      node(graph.nodes.get(i), x(i), y(i));
    }
    graph.edges.forEach(this::label); // above the lines
    return svg.append("</svg>\n").toString();
  }

  private static String arrow(String id, String style) {
    return ("<marker id=\"%s\" viewBox=\"0 0 10 10\" refX=\"10\" refY=\"5\" orient=\"auto\""
            + " markerUnits=\"userSpaceOnUse\" markerWidth=\"11\" markerHeight=\"11\">"
            + "<path class=\"%s-tip\" d=\"M0,0 L10,5 L0,10 z\"/></marker>\n")
        .formatted(id, style);
  }

  private double angle(int node) {
    return Math.PI + Math.TAU * node / graph.nodes.size();
  }

  private double x(int node) {
    return MARGIN + NODE_WIDTH / 2.0 + radiusX + radiusX * Math.cos(angle(node));
  }

  private double y(int node) {
    return MARGIN + LOOP + NODE_HEIGHT / 2.0 + radiusY + radiusY * Math.sin(angle(node));
  }

  private void node(Node node, double x, double y) {
    String style =
        switch (node.activity()) {
          case WAITING -> node.isStuck() ? "stuck" : "waiting";
          case RUNNING -> "running";
          case ENDED -> "ended";
          case ABSENT, SILENT -> "silent";
        };
    svg.append(text("<g class=\"%s\"><title>%s</title>", style, Html.escaped(node.detail())));
    svg.append(
        text(
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"8\"/>",
            x - NODE_WIDTH / 2.0, y - NODE_HEIGHT / 2.0, NODE_WIDTH, NODE_HEIGHT));
    words("name", x, y - 5, cut(node.name(), MOST_CHARACTERS));
    words("", x, y + 13, cut(node.state(), MOST_CHARACTERS));
    svg.append("</g>\n");
  }

  private void words(String style, double x, double y, String words) {
    svg.append(
        text(
            "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>",
            style, x, y, Html.escaped(words)));
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  /** A point of an edge. */
  private record Point(double x, double y) {}

  /** Where the bow of an edge is pulled to. */
  private Point pull(Edge e) {
    double dx = x(e.to()) - x(e.from());
    double dy = y(e.to()) - y(e.from());
    double length = Math.max(1, Math.hypot(dx, dy));
    return new Point(
        (x(e.from()) + x(e.to())) / 2 - dy / length * 2 * BOW,
        (y(e.from()) + y(e.to())) / 2 + dx / length * 2 * BOW);
  }

  /** Where the way from a node's middle to a point leaves its rectangle. */
  private Point border(int node, Point towards) {
    double dx = towards.x() - x(node);
    double dy = towards.y() - y(node);
    double share =
        Math.min(
            NODE_WIDTH / 2.0 / Math.max(1e-9, Math.abs(dx)),
            NODE_HEIGHT / 2.0 / Math.max(1e-9, Math.abs(dy)));
    return new Point(x(node) + dx * Math.min(1, share), y(node) + dy * Math.min(1, share));
  }

  private void edge(Edge e) {
    String style = e.isInCircle() ? "red" : "edge";
    String tip = e.isInCircle() ? "ends-red" : "ends";
    String path;
    if (e.from() == e.to()) {
      double top = y(e.from()) - NODE_HEIGHT / 2.0;
      double x = x(e.from());
      path =
          text(
              "M%.1f,%.1f C%.1f,%.1f %.1f,%.1f %.1f,%.1f",
              x - 30, top, x - 40, top - LOOP, x + 40, top - LOOP, x + 30, top);
    } else {
      Point pull = pull(e);
      Point from = border(e.from(), pull);
      Point to = border(e.to(), pull);
      path =
          text(
              "M%.1f,%.1f Q%.1f,%.1f %.1f,%.1f",
              from.x(), from.y(), pull.x(), pull.y(), to.x(), to.y());
    }
    svg.append(text("<path class=\"%s\" d=\"%s\" marker-end=\"url(#%s)\"/>\n", style, path, tip));
  }

  private void label(Edge e) {
    double x = x(e.from());
    double y = y(e.from()) - NODE_HEIGHT / 2.0 - LOOP * 0.75 - 6;
    if (e.from() != e.to()) {
      Point pull = pull(e);
      x = (pull.x() + (x(e.from()) + x(e.to())) / 2) / 2;
      y = (pull.y() + (y(e.from()) + y(e.to())) / 2) / 2 + 4;
    }
    String style = e.isInCircle() ? "label red-label" : "label";
    words(style, x, y, cut(e.label(), MOST_OF_A_LABEL));
    svg.append('\n');
  }

  @SuppressWarnings("AnnotateFormatMethod") // its annotation is no dependency of ours
  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** The classes that the picture uses. */
  static List<String> styles() {
    return List.of(
        "svg{max-width:100%;height:auto;font:12px system-ui,sans-serif}",
        "svg text{text-anchor:middle;fill:#1c2430}",
        "svg .name{font-weight:600}",
        "svg rect{fill:#f4f6f9;stroke:#8793a3;stroke-width:1.5}",
        "svg .stuck rect{fill:#fdecea;stroke:#c62828}",
        "svg .waiting rect{fill:#fff7e0;stroke:#b98900}",
        "svg .running rect{fill:#e7f5ea;stroke:#2e7d32}",
        "svg .ended rect{fill:#e6e8eb;stroke:#555f6b}",
        "svg .silent rect{fill:#ffffff;stroke:#8793a3;stroke-dasharray:4 3}",
        "svg .edge{fill:none;stroke:#8793a3;stroke-width:1.4}",
        "svg .red{fill:none;stroke:#c62828;stroke-width:2.4}",
        "svg .edge-tip{fill:#8793a3}",
        "svg .red-tip{fill:#c62828}",
        "svg .label{fill:#3c4653;stroke:#fff;stroke-width:4;paint-order:stroke}",
        "svg .red-label{fill:#a31515}");
  }
}
