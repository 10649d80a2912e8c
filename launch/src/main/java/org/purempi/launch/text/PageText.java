package org.purempi.launch.text;

/** Text of a program, in pages that a browser reads: nothing in it is taken for the page's own. */
public final class PageText {
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int LAST_PLAIN = 0x7e;

  private PageText() {}

  /** Text between the tags of HTML, or in an attribute's quotes. */
  public static String html(String text) {
    var result = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '&' -> result.append("&amp;");
        case '<' -> result.append("&lt;");
        case '>' -> result.append("&gt;");
        case '"' -> result.append("&quot;");
        case '\'' -> result.append("&#39;");
        default -> result.append(c < FIRST_PRINTABLE ? ' ' : c);
      }
    }
    return result.toString();
  }

  /** A string of JSON with its quotes, in ASCII; it may stand in a script of a page, too. */
  public static String json(String text) {
    var result = new StringBuilder(text.length() + 8).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain = c >= FIRST_PRINTABLE && c <= LAST_PLAIN;
      if (isPlain && "\"\\<>&".indexOf(c) < 0) {
        result.append(c);
      } else {
        result.append(String.format("\\u%04x", (int) c));
      }
    }
    return result.append('"').toString();
  }
}
