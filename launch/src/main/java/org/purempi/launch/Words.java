package org.purempi.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Lines and lists as words, as a shell would split them: quotes and backslashes, no expansion. */
final class Words {
  private Words() {}

  /** The parts of a list, without empty ones. */
  static List<String> parts(String list, String separator) {
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
  static List<String> classPath(String classPath) {
    return classPath.isEmpty() ? List.of() : List.of(classPath.split(File.pathSeparator, -1));
  }

  /** A word as a shell reads it back; plain words stay as they are. */
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  private static String why(IOException e) {
    return e instanceof NoSuchFileException ? "no such file" : "" + e.getMessage();
  }

  /**
   * The text of a file of words; {@code where} names it in errors.
   *
   * @throws UsageException when it cannot be read, or holds a zero byte: the system cannot hand one
   *     to a program, neither in a word nor in a variable
   */
  static String text(String where, Path file) throws UsageException {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new UsageException(where + ": cannot be read: " + why(e), e);
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

  /** The words of a line; {@code where} names the file in the error of a quote left open. */
  static List<String> split(String where, String line) throws UsageException {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean open = false;
    char quote = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '\\' && quote != '\'' && i + 1 < line.length()) {
        word.append(line.charAt(++i));
        open = true;
      } else if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        open = true;
      } else if (Character.isWhitespace(c)) {
        if (open) {
          words.add(word.toString());
          word.setLength(0);
        }
        open = false;
      } else {
        word.append(c);
        open = true;
      }
    }
    if (quote != 0) {
      throw new UsageException(where + ": a quote is not closed in '" + line + "'");
    }
    if (open) {
      words.add(word.toString());
    }
    return words;
  }
}
