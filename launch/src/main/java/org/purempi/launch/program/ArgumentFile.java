package org.purempi.launch.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.text.OptionChecks;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * A file of words for {@code java}, which takes it as {@code @FILE}. Words are separated by blanks;
 * {@code #} begins a comment; within quotes a backslash escapes, and at the end of a line joins the
 * next one.
 */
public final class ArgumentFile {
  private ArgumentFile() {}

  /**
   * The words behind {@code java}, with those of such files in their place. As java does it: up to
   * the program's name, the values of flags too, files in files not.
   */
  public static List<String> expand(List<String> words, Path directory) throws UsageException {
    var expanded = new ArrayList<String>();
    boolean literally = false;
    boolean isValue = false;
    for (String word : words) {
      boolean named = word.startsWith("@") && word.length() > 1;
      for (String one : named && !literally ? words(word, directory) : List.of(word)) {
        literally |= JvmFlags.endsFiles(one) || (!isValue && !one.startsWith("-"));
        isValue = JvmFlags.takesValue(one) || JvmFlags.namesClassPath(one);
        expanded.add(one);
      }
    }
    return expanded;
  }

  /** {@code @@} begins a word with that sign, and names no file. */
  private static List<String> words(String named, Path directory) throws UsageException {
    String name = named.substring(1);
    if (name.startsWith("@")) {
      return List.of(name);
    }
    String where = "java " + ShellWords.shown(named);
    return split(
        ShellWords.text(where, directory.resolve(OptionChecks.path(where, name)).toString()));
  }

  static List<String> split(String text) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    boolean open = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0 && c == '\\' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        if (isLineEnd(next)) {
          i = last(text, i, true);
        } else {
          word.append(escaped(next));
        }
      } else if (quote != 0 && c != quote && !isLineEnd(c)) {
        word.append(c);
      } else if (c == '"' || c == '\'') {
        quote = quote == 0 ? c : 0;
        open = true;
      } else if (Character.isWhitespace(c) || c == '#') {
        if (open) {
          words.add(word.toString());
          word.setLength(0);
        }
        open = false;
        quote = 0;
        i = c == '#' ? last(text, i, false) : i;
      } else {
        word.append(c);
        open = true;
      }
    }
    if (open) {
      words.add(word.toString());
    }
    return words;
  }

  /** The last character of the blanks, or else of the line, that {@code at} is in. */
  private static int last(String text, int at, boolean blanks) {
    int last = at;
    while (last + 1 < text.length()) {
      char next = text.charAt(last + 1);
      if (blanks ? !Character.isWhitespace(next) : isLineEnd(next)) {
        break;
      }
      last++;
    }
    return last;
  }

  private static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r';
  }

  private static char escaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'f' -> '\f';
      default -> c;
    };
  }
}
