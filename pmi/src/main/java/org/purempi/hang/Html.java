package org.purempi.hang;

/** Text within HTML. */
final class Html {
  private Html() {}

  /** A text in which nothing is markup, whatever a program has named so. */
  static String escaped(String text) {
    var escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append((char) c);
                default -> escaped.appendCodePoint(isText(c) ? c : '\ufffd');
              }
            });
    return escaped.toString();
  }

  /** Neither a control, nor half of a character, nor what turns the direction of writing. */
  private static boolean isText(int c) {
    int type = Character.getType(c);
    return type != Character.CONTROL
        && type != Character.SURROGATE
        && type != Character.FORMAT
        && (c & 0xfffe) != 0xfffe;
  }
}
