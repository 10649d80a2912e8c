package org.purempi.launch.hosts;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hosts written on a command line: Hydra's and Open MPI's {@code a:2,b,[fe80::1]:4,user@c}, and
 * smpd's {@code 2 a 2 b}, which counts them first.
 */
public final class HostWords {
  private HostWords() {}

  /** Reads a list separated by commas, or one that is counted and separated by blanks. */
  public static HostList parse(String source, String list) throws HostsException {
    if (list.matches("[0-9]+ .*")) {
      List<String> words = List.of(list.split(" ", -1));
      if (countedLength(source, words) == words.size()) {
        return counted(source, words);
      }
    }
    var builder = new HostList.Builder(source);
    for (String word : list.split(",", -1)) {
      if (!word.isBlank()) {
        add(builder, source, word.strip(), null);
      }
    }
    return builder.build();
  }

  /** Whether the words after {@code -hosts} begin with how many hosts there are. */
  public static boolean isCounted(List<String> words) {
    return words.size() > 1 && isNumber(words.getFirst());
  }

  /**
   * How many of the words belong to a counted list: the count, and each host with the number that
   * may follow it.
   */
  public static int countedLength(String source, List<String> words) throws HostsException {
    int hosts = Host.checkedHosts(source, words.getFirst());
    int at = 1;
    for (int i = 0; i < hosts; i++) {
      if (at == words.size()) {
        throw new HostsException("%s %d: only %d hosts follow".formatted(source, hosts, i));
      }
      at++;
      at += at < words.size() && isNumber(words.get(at)) ? 1 : 0;
    }
    return at;
  }

  /** Reads a counted list, as long as {@link #countedLength} says. */
  public static HostList counted(String source, List<String> words) throws HostsException {
    var builder = new HostList.Builder(source);
    for (int at = 1; at < words.size(); at++) {
      boolean slots = at + 1 < words.size() && isNumber(words.get(at + 1));
      add(builder, source, words.get(at), slots ? words.get(at + 1) : null);
      at += slots ? 1 : 0;
    }
    return builder.build();
  }

  private static boolean isNumber(String word) {
    return !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
  }

  /** Adds {@code [user@]host[:slots]}; an address of IPv6 stands in brackets before slots. */
  static void add(HostList.Builder builder, String where, String word, @Nullable String slots)
      throws HostsException {
    int at = word.lastIndexOf('@');
    String user = at < 0 ? null : checkedUser(where, word.substring(0, at));
    String name = word.substring(at + 1);
    String count = slots;
    int colon = name.lastIndexOf(':');
    if (name.startsWith("[")) {
      int end = name.indexOf(']');
      String rest = end < 0 ? "" : name.substring(end + 1);
      if (end < 0 || (!rest.isEmpty() && rest.charAt(0) != ':')) {
        throw new HostsException(where + ": '" + word + "'; write [address]:ranks");
      }
      count = rest.isEmpty() ? count : rest.substring(1);
      name = name.substring(1, end);
    } else if (colon >= 0 && name.indexOf(':') == colon) {
      count = name.substring(colon + 1);
      name = name.substring(0, colon);
    }
    builder.add(where, name, count == null ? null : Host.checkedSlots(where, count), user);
  }

  static String checkedUser(String where, String user) throws HostsException {
    if (!user.matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}\\$?")) {
      throw new HostsException(where + ": '" + user + "' cannot be a user's name");
    }
    return user;
  }
}
