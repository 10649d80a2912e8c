package org.purempi.launch.hosts;

import java.util.ArrayList;
import java.util.List;

/**
 * Slurm's short way to write many hosts, {@code n[1-3,07-09],gpu[1-2]x[0-1],login}, and numbers for
 * each of them, {@code 2(x3),1}.
 */
final class SlurmNodes {
  private SlurmNodes() {}

  /** Every host of a node list, in its order. */
  static List<String> expand(String where, String list) throws HostsException {
    var names = new ArrayList<String>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      boolean unclosed = i == list.length() && depth != 0;
      if (depth < 0 || depth > 1 || unclosed) {
        throw new HostsException(where + ": brackets do not match in '" + clip(list) + "'");
      }
      if (c == ',' && depth == 0) {
        if (i > start) {
          names.addAll(one(where, list.substring(start, i)));
          limit(where, names.size());
        }
        start = i + 1;
      }
    }
    return names;
  }

  /** The hosts of one word, which may hold several ranges. */
  private static List<String> one(String where, String word) throws HostsException {
    List<String> names = List.of("");
    int at = 0;
    while (at < word.length()) {
      int open = word.indexOf('[', at);
      int end = open < 0 ? word.length() : open;
      List<String> pieces = List.of(word.substring(at, end));
      names = product(where, names, pieces);
      at = end;
      if (open >= 0) {
        int close = word.indexOf(']', open);
        names = product(where, names, ranges(where, word.substring(open + 1, close)));
        at = close + 1;
      }
    }
    return names;
  }

  private static List<String> product(String where, List<String> heads, List<String> tails)
      throws HostsException {
    limit(where, (long) heads.size() * tails.size());
    var all = new ArrayList<String>();
    for (String head : heads) {
      for (String tail : tails) {
        all.add(head + tail);
      }
    }
    return all;
  }

  private static List<String> ranges(String where, String text) throws HostsException {
    var numbers = new ArrayList<String>();
    for (String range : text.split(",", -1)) {
      int dash = range.indexOf('-');
      String from = dash < 0 ? range : range.substring(0, dash);
      long first = number(where, from);
      long last = dash < 0 ? first : number(where, range.substring(dash + 1));
      if (last < first) {
        throw new HostsException(where + ": the range '" + clip(range) + "' runs backwards");
      }
      limit(where, last - first + 1 + numbers.size());
      for (long n = first; n <= last; n++) {
        String digits = Long.toString(n);
        numbers.add("0".repeat(Math.max(0, from.length() - digits.length())) + digits);
      }
    }
    return numbers;
  }

  /** Numbers for each host: {@code 2(x3),1} is 2, 2, 2, 1. */
  static List<Integer> counts(String where, String text) throws HostsException {
    var counts = new ArrayList<Integer>();
    for (String word : text.split(",", -1)) {
      int open = word.indexOf("(x");
      String count = open < 0 ? word : word.substring(0, open);
      long times = 1;
      if (open >= 0) {
        if (!word.endsWith(")")) {
          throw new HostsException(where + ": '" + clip(word) + "' is not understood");
        }
        times = number(where, word.substring(open + 2, word.length() - 1));
      }
      int slots = Host.checkedSlots(where, count);
      limit(where, counts.size() + times);
      for (long i = 0; i < times; i++) {
        counts.add(slots);
      }
    }
    return counts;
  }

  private static long number(String where, String digits) throws HostsException {
    int longest = 9;
    if (!digits.matches("[0-9]{1," + longest + "}")) {
      throw new HostsException(where + ": '" + clip(digits) + "' is not a number");
    }
    return Long.parseLong(digits);
  }

  private static void limit(String where, long count) throws HostsException {
    if (count > Host.MAX_SLOTS) {
      throw new HostsException(where + ": more than " + Host.MAX_SLOTS + " hosts");
    }
  }

  private static String clip(String text) {
    int shown = 80;
    return text.length() <= shown ? text : text.substring(0, shown) + "…";
  }
}
