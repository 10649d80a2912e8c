package org.purempi.launch.options;

import java.util.ArrayList;
import java.util.List;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * The file of {@code -configfile}: programs and their options, as on a command line without quotes
 * of a shell's. The end of a line separates programs as {@code :} does, so that either or both may
 * stand there; a line that ends in a backslash goes on in the next one.
 */
final class ConfigFile {
  private static final String SEPARATOR = ":";
  private static final char COMMENT = '#';

  private ConfigFile() {}

  /**
   * The words of each program, in their order.
   *
   * @param where the option and the file, the beginning of an error
   */
  static List<List<String>> programs(String where, String name) throws UsageException {
    var programs = new ArrayList<List<String>>();
    var line = new StringBuilder();
    for (String part : ShellWords.text(where, name).lines().toList()) {
      boolean isComment = line.isEmpty() && !part.isBlank() && part.strip().charAt(0) == COMMENT;
      if (isComment) {
        continue;
      }
      if (goesOn(part)) {
        line.append(part, 0, part.length() - 1).append(' ');
      } else {
        addLine(programs, where, line.append(part).toString());
        line.setLength(0);
      }
    }
    addLine(programs, where, line.toString());
    return programs;
  }

  /** Whether a backslash that nothing quotes is its last character. */
  private static boolean goesOn(String line) {
    int end = line.length();
    int backslashes = 0;
    while (backslashes < end && line.charAt(end - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private static void addLine(List<List<String>> programs, String where, String line)
      throws UsageException {
    var all = new ArrayList<List<String>>();
    var words = new ArrayList<String>();
    for (ShellWords.Word word : ShellWords.words(where, line)) {
      // A colon in quotes is an argument.
      if (word.plain() && word.text().equals(SEPARATOR)) {
        all.add(List.copyOf(words));
        words.clear();
      } else {
        words.add(word.text());
      }
    }
    all.add(List.copyOf(words));
    // At both ends the line's own end separates, too.
    int last = all.size() - 1;
    for (int i = 0; i <= last; i++) {
      boolean isBesideTheLinesEnd = i == 0 || i == last;
      if (!all.get(i).isEmpty()) {
        programs.add(all.get(i));
      } else if (!isBesideTheLinesEnd) {
        throw new UsageException(
            where + ": an empty program beside ':' in " + ShellWords.shown(line));
      }
    }
  }
}
