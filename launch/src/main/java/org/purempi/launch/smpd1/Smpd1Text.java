package org.purempi.launch.smpd1;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * How MPICH's smpd writes words: {@code key=value}, quoted where needed, a quote inside preceded by
 * a backslash, a backslash never. Texts of the wire have one character a byte; {@link #wire} and
 * {@link #text} lead to Java's own and back.
 */
public final class Smpd1Text {
  private static final char SPACE = ' ';
  private static final char EQUALS = '=';
  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';

  private Smpd1Text() {}

  /** A Java text as the wire has it: one character for each byte of its UTF-8. */
  public static String wire(String text) {
    return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
  }

  /** A text of the wire as Java has it. */
  public static String text(String wire) {
    return new String(wire.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  /** Appends {@code key=value}; quotes the value if it is empty, begins with a quote or must be. */
  static void pair(StringBuilder to, String key, String value) {
    to.append(key).append(EQUALS);
    boolean plain =
        !value.isEmpty()
            && value.charAt(0) != QUOTE
            && value.indexOf(SPACE) < 0
            && value.indexOf(EQUALS) < 0;
    if (plain) {
      to.append(value);
    } else {
      quote(to, value);
    }
  }

  /** The words of a command line as one value; a word with a quote anywhere is quoted. */
  public static String line(List<String> words) {
    var line = new StringBuilder();
    for (String word : words) {
      boolean plain =
          !word.isEmpty() && word.chars().noneMatch(c -> c == SPACE || c == QUOTE || c == EQUALS);
      line.append(line.isEmpty() ? "" : " ");
      if (plain) {
        line.append(word);
      } else {
        quote(line, word);
      }
    }
    return line.toString();
  }

  /** Variables as one value, {@code A="b c" D=e}. */
  public static String pairs(Map<String, String> variables) {
    var text = new StringBuilder();
    variables.forEach(
        (name, value) -> {
          text.append(text.isEmpty() ? "" : " ");
          pair(text, name, value);
        });
    return text.toString();
  }

  private static void quote(StringBuilder to, String value) {
    to.append(QUOTE);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == QUOTE) {
        to.append(ESCAPE);
      }
      to.append(c);
    }
    to.append(QUOTE);
  }

  /**
   * The pairs of a text; of two values for a key the first counts; stray words, words that cannot
   * be keys, and a last one whose quote does not end, do not.
   */
  public static Map<String, String> read(String text) {
    var pairs = new LinkedHashMap<String, String>();
    var tokens = new Tokens(text);
    String word = tokens.next();
    while (!tokens.ended) {
      if (!tokens.delimiter && tokens.atDelimiter()) {
        tokens.next();
        String value = tokens.next();
        if (!tokens.ended && isKey(word)) {
          pairs.putIfAbsent(word, value);
        }
      }
      word = tokens.next();
    }
    return pairs;
  }

  /** Whether a word can be written as a key again: those are never quoted. */
  private static boolean isKey(String word) {
    return !word.isEmpty() && word.chars().noneMatch(c -> c == SPACE || c == EQUALS || c == QUOTE);
  }

  /** The words of a command line; {@code =} joins what stands around it. */
  public static List<String> words(String line) {
    var words = new ArrayList<String>();
    int at = 0;
    while (at < line.length()) {
      if (line.charAt(at) == SPACE) {
        at++;
        continue;
      }
      var word = new StringBuilder();
      at =
          line.charAt(at) == QUOTE
              ? quoted(line, at, word)
              : literal(line, at, c -> c == SPACE, word);
      words.add(word.toString());
    }
    return words;
  }

  /** Copies what stands in quotes; answers where it goes on behind them. */
  private static int quoted(String text, int start, StringBuilder to) {
    int at = start + 1;
    while (at < text.length() && text.charAt(at) != QUOTE) {
      boolean escaped =
          text.charAt(at) == ESCAPE && at + 1 < text.length() && text.charAt(at + 1) == QUOTE;
      at += escaped ? 1 : 0;
      to.append(text.charAt(at++));
    }
    return at + 1;
  }

  private static int literal(String text, int start, IntPredicate ends, StringBuilder to) {
    int at = start;
    while (at < text.length() && !ends.test(text.charAt(at))) {
      to.append(text.charAt(at++));
    }
    return at;
  }

  /** Walks over words, quoted words and delimiters. */
  private static final class Tokens {
    private final String text;
    private int at;
    private boolean delimiter;
    private boolean ended;

    Tokens(String text) {
      this.text = text;
    }

    private void skip() {
      while (at < text.length() && text.charAt(at) == SPACE) {
        at++;
      }
    }

    boolean atDelimiter() {
      skip();
      return at < text.length() && text.charAt(at) == EQUALS;
    }

    String next() {
      skip();
      delimiter = false;
      ended = at >= text.length();
      if (ended) {
        return "";
      }
      var word = new StringBuilder();
      if (text.charAt(at) == EQUALS) {
        delimiter = true;
        at++;
      } else if (text.charAt(at) == QUOTE) {
        at = quoted(text, at, word);
        ended = at > text.length(); // it was cut off: nobody could write it again
      } else {
        at = literal(text, at, c -> c == SPACE || c == EQUALS, word);
      }
      return word.toString();
    }
  }
}
