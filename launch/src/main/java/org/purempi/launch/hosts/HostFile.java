package org.purempi.launch.hosts;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A file of hosts, one a line, in the format of Hydra, Open MPI, Intel MPI or smpd: {@code host},
 * {@code host:2}, {@code host 2}, {@code host slots=2 user=name}; {@code #} begins a comment.
 */
public final class HostFile {
  /** Words that say something about a host which we read elsewhere, or do not need. */
  private static final List<String> PASSED_OVER =
      List.of("max_slots", "max-slots", "max", "binding", "ifhn", "weight", "mode");

  private HostFile() {}

  /**
   * Reads the text of a file.
   *
   * @param source the option or variable that named it, with its name
   */
  public static HostList parse(String source, String text) throws HostsException {
    var builder = new HostList.Builder(source);
    int number = 0;
    for (String line : text.split("\r?\n|\r", -1)) {
      number++;
      int comment = line.indexOf('#');
      String content = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!content.isEmpty()) {
        line(builder, source + ", line " + number, content);
      }
    }
    return builder.build();
  }

  private static void line(HostList.Builder builder, String where, String content)
      throws HostsException {
    String[] words = content.replaceAll("\\s*=\\s*", "=").split("\\s+", -1);
    String slots = null;
    String user = null;
    for (int i = 1; i < words.length; i++) {
      String word = words[i];
      int equals = word.indexOf('=');
      String key = equals < 0 ? "" : word.substring(0, equals).toLowerCase(Locale.ROOT);
      String value = word.substring(equals + 1);
      if (key.equals("slots") || key.equals("cpu") || key.equals("count")) {
        slots = value;
      } else if (key.equals("user") || key.equals("username")) {
        user = HostWords.checkedUser(where, value);
      } else if (equals < 0 && i == 1) {
        slots = value;
      } else if (!PASSED_OVER.contains(key)) {
        throw new HostsException(
            "%s: '%s' is not understood; write 'host slots=2 user=name'".formatted(where, word));
      }
    }
    add(builder, where, words[0], slots, user);
  }

  private static void add(
      HostList.Builder builder,
      String where,
      String host,
      @Nullable String slots,
      @Nullable String user)
      throws HostsException {
    HostWords.add(builder, where, user == null ? host : user + "@" + host, slots);
  }
}
