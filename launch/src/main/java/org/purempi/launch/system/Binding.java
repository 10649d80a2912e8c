package org.purempi.launch.system;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.purempi.launch.hosts.Ranges;
import org.purempi.launch.text.ShellWords;
import org.purempi.launch.text.UsageException;

/**
 * What ranks are bound to.
 *
 * @param text as it was written, {@code core}, {@code socket:2}, {@code user:0,2+3}; empty for
 *     nothing
 * @param root where the processors are described
 */
public record Binding(String text, Path root) {
  /** Ranks run where the system lets them. */
  public static final Binding NONE = new Binding("", CpuTopology.MACHINE);

  private static final String USER = "user:";
  private static final String LIST = "[0-9]{1,5}([+,][0-9]{1,5})*";
  private static final String KINDS =
      "hwthread|pu|cpu|core|rr|auto|socket|package|numa|l[123]cache|machine|board";

  /** Open MPI's words behind a kind, which ask for what is done here anyway. */
  private static final String QUALIFIERS =
      "overload-allowed|overload|no-overload|ordered|report|if-supported";

  /** The qualifier by which ranks run unbound where they cannot be bound. */
  private static final String IF_SUPPORTED = ":if-supported";

  /** Refuses what cannot be the value of {@code -bind-to}. */
  public static void check(String where, String text) throws UsageException {
    parse(where, text, CpuTopology.MACHINE);
  }

  /** Reads the value of {@code -bind-to}. */
  public static Binding parse(String where, String text, Path root) throws UsageException {
    String word = text.toLowerCase(Locale.ROOT);
    boolean ifSupported = false;
    while (word.matches(".+:(" + QUALIFIERS + ")")) {
      ifSupported |= word.endsWith(IF_SUPPORTED);
      word = word.substring(0, word.lastIndexOf(':'));
    }
    if (word.equals("none")) {
      return NONE;
    }
    if (!word.matches(USER + LIST) && !word.matches("(" + KINDS + ")(:[1-9][0-9]{0,3})?")) {
      throw new UsageException(
          where + ": write core, hwthread, socket, numa, none or user:0,1,2+3");
    }
    return new Binding(ifSupported ? word + IF_SUPPORTED : word, root);
  }

  /** Whether ranks run unbound where they cannot be bound. */
  public boolean ifSupported() {
    return text.endsWith(IF_SUPPORTED);
  }

  /** Whether ranks are not bound at all. */
  public boolean isNone() {
    return text.isEmpty();
  }

  /** The processors of each rank of a host in turn, like "0,2"; then from the first again. */
  public List<String> choices() throws UsageException {
    String word = ifSupported() ? text.substring(0, text.length() - IF_SUPPORTED.length()) : text;
    var topology = new CpuTopology(root);
    if (word.startsWith(USER)) {
      return listed(word.substring(USER.length()), topology);
    }
    int colon = word.indexOf(':');
    List<String> groups = topology.groups(colon < 0 ? word : word.substring(0, colon));
    int each = colon < 0 ? 1 : Integer.parseInt(word.substring(colon + 1));
    var joined = new ArrayList<String>();
    for (int i = 0; i < groups.size(); i += each) {
      joined.add(String.join(",", groups.subList(i, Math.min(groups.size(), i + each))));
    }
    return joined;
  }

  private List<String> listed(String list, CpuTopology topology) throws UsageException {
    List<Integer> allowed = topology.allowed();
    var lists = new ArrayList<String>();
    for (String one : ShellWords.parts(list, ",")) {
      for (String processor : ShellWords.parts(one, "+")) {
        if (!allowed.contains(Integer.parseInt(processor))) {
          throw new UsageException(
              "-bind-to %s: host %s has no processor %s for us; it has %s"
                  .formatted(
                      ShellWords.shown(text), ThisHost.name(), processor, Ranges.text(allowed)));
        }
      }
      lists.add(one.replace('+', ','));
    }
    return lists;
  }
}
