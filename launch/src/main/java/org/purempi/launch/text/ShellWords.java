package org.purempi.launch.text;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.hosts.HostsException;
import org.purempi.launch.hosts.TextFile;

/** Lines and lists as words, as a shell would split them: quotes and backslashes, no expansion. */
public final class ShellWords {
  private ShellWords() {}

  /** The parts of a list, without empty ones. */
  public static List<String> parts(String list, String separator) {
    var parts = new ArrayList<String>();
    int start = 0;
    while (start <= list.length()) {
      int found = list.indexOf(separator, start);
      int end = found < 0 ? list.length() : found;
      if (end > start) {
        parts.add(list.substring(start, end));
      }
      start = end + separator.length();
    }
    return parts;
  }

  /** The elements of a class path, of which an empty one is the working directory. */
  public static List<String> classPath(String classPath) {
    return classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1));
  }

  /** A word as a shell reads it back; plain words stay as they are. */
  public static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  /** A word as an error shows it: as a shell reads it back, without its middle if it is long. */
  public static String shown(String word) {
    String part = clipped(word);
    return part.matches("[A-Za-z0-9_./:=,@%+…-]+") ? part : quoted(part);
  }

  /** A text in one line, without its middle if it is long. */
  public static String clipped(String text) {
    int most = 60;
    int head = 40;
    return visible(
        text.length() <= most
            ? text
            : text.substring(0, head) + "…" + text.substring(text.length() - (most - head)));
  }

  /** The text in one line, its control characters written out. */
  static String visible(String text) {
    var visible = new StringBuilder();
    text.codePoints()
        .forEach(
            c -> {
              if (c == '\n' || c == '\r' || c == '\t') {
                visible.append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
              } else if (Character.isISOControl(c) || isUnpaired(c)) {
                visible.append("\\u%04x".formatted(c));
              } else {
                visible.appendCodePoint(c);
              }
            });
    return visible.toString();
  }

  private static boolean isUnpaired(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }

  /** "a, b or c". */
  static String alternatives(List<String> words) {
    int last = words.size() - 1;
    return last < 1
        ? String.join("", words)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }

  /**
   * The text of a file of words; {@code where} names it in errors.
   *
   * @throws UsageException when it cannot be read, or holds a zero byte: the system cannot hand one
   *     to a program, neither in a word nor in a variable
   */
  public static String text(String where, String file) throws UsageException {
    String text;
    try {
      text = TextFile.readStrictly(where, file);
    } catch (HostsException e) {
      throw UsageException.of(e);
    }
    int zero = text.indexOf('\0');
    if (zero >= 0) {
      long line = 1 + text.substring(0, zero).chars().filter(c -> c == '\n').count();
      throw new UsageException(
          "%s: line %d has a zero byte, which no word or variable can hold; take it out"
              .formatted(where, line));
    }
    return text;
  }

  /**
   * A word of a line.
   *
   * @param plain whether it stands there as it is, without quotes and backslashes
   */
  public record Word(String text, boolean plain) {}

  /** The words of a line; {@code where} names the file in the error of a quote left open. */
  public static List<String> split(String where, String line) throws UsageException {
    return words(where, line).stream().map(Word::text).toList();
  }

  /** The same, and how they are written. */
  public static List<Word> words(String where, String line) throws UsageException {
    var words = new ArrayList<Word>();
    var word = new StringBuilder();
    boolean open = false;
    boolean plain = true;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        open = true;
        plain = false;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        open = true;
        plain = false;
      } else if (Character.isWhitespace(c)) {
        if (open) {
          words.add(new Word(word.toString(), plain));
          word.setLength(0);
        }
        open = false;
        plain = true;
      } else {
        word.append(c);
        open = true;
      }
    }
    if (quote != 0) {
      throw new UsageException(where + ": a quote is not closed in '" + clipped(line) + "'");
    }
    if (open) {
      words.add(new Word(word.toString(), plain));
    }
    return words;
  }
}
