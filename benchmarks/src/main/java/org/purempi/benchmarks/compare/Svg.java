package org.purempi.benchmarks.compare;

import java.util.Locale;

/**
 * The text of a drawing. It brings its own ground, light or dark as the reader's system asks, so
 * that it can be read on a page of either kind.
 */
final class Svg {

  /** As wide as a page shows a picture without shrinking it. */
  static final int WIDTH = 830;

  private static final int TEXT = 13;

  private static final String STYLE =
      """
      <style>
      .ground { fill: #ffffff } text { fill: #24292f } .mute { fill: #57606a }
      .grid { stroke: #d8dee4 } .frame { stroke: #8c959f } .limit { stroke: #57606a }
      .small { font-size: 12px } .title { font-weight: bold }
      @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117 } text { fill: #e6edf3 } .mute { fill: #9198a1 }
      .grid { stroke: #30363d } .frame { stroke: #6e7681 } .limit { stroke: #b1bac4 }
      }
      </style>
      """;

  private final StringBuilder text = new StringBuilder();

  /** A drawing so many pixels high; its ground is painted. */
  Svg(int height) {
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
            + " font-family=\"sans-serif\" font-size=\"%d\">",
        WIDTH, height, WIDTH, height, TEXT);
    text.append(STYLE);
    add("<rect class=\"ground\" width=\"100%%\" height=\"100%%\"/>");
  }

  @SuppressWarnings("AnnotateFormatMethod") // that annotation would be our only dependency on it
  void add(String format, Object... arguments) {
    text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }

  /** The whole file. */
  String end() {
    return text + "</svg>\n";
  }

  /** Words that stand in the drawing as they are. */
  static String escape(String words) {
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
