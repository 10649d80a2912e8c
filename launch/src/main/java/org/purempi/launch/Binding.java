package org.purempi.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What ranks are bound to.
 *
 * @param text as it was written, {@code core}, {@code socket:2}, {@code user:0,2+3}; empty for
 *     nothing
 * @param root where the processors are described
 */
record Binding(String text, Path root) {
  /** Ranks run where the system lets them. */
  static final Binding NONE = new Binding("", Topology.MACHINE);

  private static final String USER = "user:";
  private static final String KINDS =
      "hwthread|pu|cpu|core|rr|auto|socket|package|numa|l[123]cache|machine|board";

  /** Reads the value of {@code -bind-to}. */
  static Binding parse(String text, Path root) throws UsageException {
    if (text.equals("none")) {
      return NONE;
    }
    boolean user = text.matches(USER + "[0-9]+([+,][0-9]+)*");
    if (!user && !text.matches("(" + KINDS + ")(:[1-9][0-9]{0,3})?")) {
      throw new UsageException(
          "-bind-to " + text + ": write core, hwthread, socket, numa, none or user:0,1,2+3");
    }
    return new Binding(text, root);
  }

  boolean isNone() {
    return text.isEmpty();
  }

  /** The processors of each rank of a host in turn, like "0,2"; then from the first again. */
  List<String> choices() throws UsageException {
    if (text.startsWith(USER)) {
      var lists = new ArrayList<String>();
      for (String one : Words.parts(text.substring(USER.length()), ",")) {
        lists.add(one.replace('+', ','));
      }
      return lists;
    }
    int colon = text.indexOf(':');
    List<String> groups = new Topology(root).groups(colon < 0 ? text : text.substring(0, colon));
    int each = colon < 0 ? 1 : Integer.parseInt(text.substring(colon + 1));
    var joined = new ArrayList<String>();
    for (int i = 0; i < groups.size(); i += each) {
      joined.add(String.join(",", groups.subList(i, Math.min(groups.size(), i + each))));
    }
    return joined;
  }
}
