package org.purempi.launch.hosts;

import org.jspecify.annotations.Nullable;

/**
 * In which order ranks go to hosts.
 *
 * @param byNode whether one rank goes to each host in turn, rather than as many as it has slots
 * @param perHost how many ranks each host takes at a time, or null for its slots
 */
public record Mapping(boolean byNode, @Nullable Integer perHost) {
  /** As many ranks to each host as it has slots, then the next. */
  public static final Mapping BY_SLOT = new Mapping(false, null);

  /**
   * Reads the value of {@code -map-by}: Open MPI's {@code slot}, {@code node} and {@code
   * ppr:2:node}. Parts of a host (core, socket, …), as Hydra writes them, place by slot, and so
   * does a modifier alone, {@code :OVERSUBSCRIBE}.
   */
  public static Mapping parse(String source, String text) throws HostsException {
    String[] words = text.split(":", -1);
    switch (words[0]) {
      case "node", "host", "machine" -> {
        return new Mapping(true, null);
      }
      case "" -> {
        if (words.length > 1) {
          return BY_SLOT;
        }
      }
      case "ppr" -> {
        if (words.length >= 3 && words[2].matches("node|host|machine")) {
          return new Mapping(false, Host.checkedSlots(source, words[1]));
        }
      }
      case "slot", "core", "hwthread", "socket", "package", "numa", "board", "user" -> {
        return BY_SLOT;
      }
      default -> {
        if (words[0].matches("l[1-5]cache|none|rr|pu|seq")) {
          return BY_SLOT;
        }
      }
    }
    throw new HostsException(source + " " + text + ": write slot, node or ppr:N:node");
  }

  /** The same with another number of ranks for each host. */
  public Mapping withPerHost(int count) {
    return new Mapping(byNode, count);
  }
}
