package org.purempi.launch.hosts;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Sets of numbers as people and commands write them, {@code 0-3,7}. */
public final class Ranges {
  private Ranges() {}

  /** The text of numbers that are in order; empty when there are none. */
  public static String text(Collection<Integer> numbers) {
    var parts = new ArrayList<String>();
    int first = -1;
    int last = -1;
    for (int number : numbers) {
      if (first >= 0 && number == last + 1) {
        last = number;
        continue;
      }
      if (first >= 0) {
        parts.add(part(first, last));
      }
      first = number;
      last = number;
    }
    if (first >= 0) {
      parts.add(part(first, last));
    }
    return String.join(",", parts);
  }

  /** The same of ranks, in a sentence: {@code ranks 0-3,7}. */
  public static String named(Collection<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + text(ranks);
  }

  private static String part(int first, int last) {
    return first == last ? "" + first : first + "-" + last;
  }

  /**
   * Reads such a text.
   *
   * @param limit every number must be below it
   * @throws HostsException when it is no such text
   */
  public static List<Integer> parse(String where, String text, int limit) throws HostsException {
    var numbers = new ArrayList<Integer>();
    if (text.isEmpty()) {
      return numbers;
    }
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      int first = number(where, dash < 0 ? part : part.substring(0, dash), limit);
      int last = dash < 0 ? first : number(where, part.substring(dash + 1), limit);
      if (last < first || numbers.size() + last - first >= limit) {
        throw new HostsException(where + ": '" + part + "' is not a range of numbers");
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  private static int number(String where, String digits, int limit) throws HostsException {
    if (digits.matches("[0-9]{1,9}")) {
      int number = Integer.parseInt(digits);
      if (number < limit) {
        return number;
      }
    }
    String shown = digits.length() <= 20 ? digits : digits.substring(0, 20) + "…";
    throw new HostsException(where + ": '" + shown + "' is not a number below " + limit);
  }
}
