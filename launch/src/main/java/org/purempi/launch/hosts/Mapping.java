package org.purempi.launch.hosts;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * In which order ranks go to hosts.
 *
 * @param byNode whether one rank goes to each host in turn, rather than as many as it has slots
 * @param perHost how many ranks each host takes at a time, or null for its slots
 * @param part of what part of a host {@code perHost} speaks, or null for the whole host
 * @param processors how many processors each rank shall have, or null if nobody says
 * @param crowded whether hosts may take more ranks than they have slots
 */
public record Mapping(
    boolean byNode,
    @Nullable Integer perHost,
    @Nullable String part,
    @Nullable Integer processors,
    boolean crowded) {
  /** As many ranks to each host as it has slots, then the next. */
  public static final Mapping BY_SLOT = new Mapping(false, null, null, null, true);

  private static final String HOST = "node|host|machine";
  private static final String PART = "core|hwthread|pu|socket|package|numa|board|l[1-5]cache";
  private static final String SLOT = "slot|user|none|rr|seq|" + PART;
  private static final String MODIFIER =
      "span|oversubscribe|hwtcpus|corecpus|inherit|noinherit|ordered|display";
  private static final String PROCESSORS = "pe=";
  private static final int MOST_PROCESSORS = 10_000;

  /**
   * Reads the value of {@code -map-by}: Open MPI's {@code slot}, {@code node} and {@code
   * ppr:2:node}, with modifiers behind colons. Parts of a host (core, socket, …), as Hydra writes
   * them, place by slot, and so does a modifier alone, {@code :OVERSUBSCRIBE}.
   */
  public static Mapping parse(String source, String text) throws HostsException {
    String[] words = text.toLowerCase(Locale.ROOT).split(":", -1);
    int modifiers = 1;
    Mapping mapping;
    if (words[0].matches(HOST)) {
      mapping = new Mapping(true, null, null, null, true);
    } else if (words[0].matches(SLOT) || (words[0].isEmpty() && words.length > 1)) {
      mapping = BY_SLOT;
    } else if (words[0].equals("ppr") && words.length > 2) {
      modifiers = 3;
      boolean isHost = words[2].matches(HOST);
      if (!isHost && !words[2].matches(PART)) {
        throw wrong(source);
      }
      Integer count = Host.checkedSlots(source, words[1]);
      mapping = new Mapping(false, count, isHost ? null : words[2], null, true);
    } else {
      throw wrong(source);
    }
    for (int i = modifiers; i < words.length; i++) {
      mapping = mapping.with(source, words[i]);
    }
    return mapping;
  }

  private Mapping with(String source, String modifier) throws HostsException {
    // Hydra's number of parts between two ranks, core:2, is none of ours.
    if (modifier.matches(MODIFIER + "|[1-9][0-9]{0,3}")) {
      return this;
    } else if (modifier.equals("nooversubscribe")) {
      return new Mapping(byNode, perHost, part, processors, false);
    } else if (modifier.matches(PROCESSORS + "[1-9][0-9]{0,4}")) {
      int count = Integer.parseInt(modifier.substring(PROCESSORS.length()));
      if (count <= MOST_PROCESSORS) {
        return new Mapping(byNode, perHost, part, count, crowded);
      }
    } else if (modifier.equals("nolocal")) {
      throw new HostsException(source + ": name the hosts without this one");
    }
    throw new HostsException(
        source + ": '" + modifier + "' is not a modifier; PE=N, SPAN and OVERSUBSCRIBE are");
  }

  private static HostsException wrong(String source) {
    return new HostsException(source + ": write slot, node or ppr:N:node");
  }

  /** The same with another number of ranks for each host. */
  public Mapping withPerHost(int count) {
    return new Mapping(byNode, count, null, processors, crowded);
  }
}
