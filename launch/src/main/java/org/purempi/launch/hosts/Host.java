package org.purempi.launch.hosts;

import org.jspecify.annotations.Nullable;

/**
 * One host as it was named.
 *
 * @param name a name or an address, without brackets
 * @param slots how many ranks it takes before the next host is used; at least 1
 * @param user whose account to use there, or null for our own
 */
public record Host(String name, int slots, @Nullable String user) {
  /** Longer names than any resolver takes are a slip of the pen. */
  static final int MAX_NAME = 255;

  /** As many ranks as a job may have at all. */
  static final int MAX_SLOTS = 100_000;

  /** A host of our own account. */
  public static Host of(String name, int slots) {
    return new Host(name, slots, null);
  }

  /** The same host with the slots of both. */
  Host with(Host again) {
    return new Host(name, Math.min(MAX_SLOTS, slots + again.slots), user);
  }

  /**
   * Checks a name: it goes into command lines of other programs, where a leading dash would be an
   * option and a space a second word.
   */
  static String checkedName(String where, String name) throws HostsException {
    boolean good = !name.isEmpty() && name.length() <= MAX_NAME && name.charAt(0) != '-';
    for (int i = 0; i < name.length() && good; i++) {
      char c = name.charAt(i);
      boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
      boolean digit = c >= '0' && c <= '9';
      good = letter || digit || "._-:%".indexOf(c) >= 0;
    }
    if (!good) {
      String shown = name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
      throw new HostsException(where + ": '" + shown + "' cannot be a host's name");
    }
    return name;
  }

  /** Reads a number of hosts that follow. */
  static int checkedHosts(String where, String digits) throws HostsException {
    boolean fits = digits.length() <= Integer.toString(MAX_SLOTS).length();
    int count = fits ? Integer.parseInt(digits) : 0;
    if (count < 1 || count > MAX_SLOTS) {
      throw new HostsException(
          "%s %s: write the hosts, or how many follow, 1 to %d"
              .formatted(where, digits, MAX_SLOTS));
    }
    return count;
  }

  /** Reads a number of slots. */
  static int checkedSlots(String where, String text) throws HostsException {
    try {
      int slots = Integer.parseInt(text);
      if (slots >= 1 && slots <= MAX_SLOTS) {
        return slots;
      }
    } catch (NumberFormatException e) {
      throw new HostsException(where + ": '" + text + "' is not a number of ranks", e);
    }
    throw new HostsException(
        "%s: %s ranks on a host; it takes 1 to %d".formatted(where, text, MAX_SLOTS));
  }
}
