package org.purempi.launch.hosts;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Which host each rank runs on.
 *
 * @param hosts those in use, in the order of their first rank
 * @param hostOf for each rank, the index of its host
 * @param crowded whether hosts with counted slots take more ranks than that
 */
public record RankPlacement(List<Host> hosts, List<Integer> hostOf, boolean crowded) {
  /** Keeps copies that nobody changes. */
  public RankPlacement {
    hosts = List.copyOf(hosts);
    hostOf = List.copyOf(hostOf);
  }

  /** Places the ranks of several programs, each of which may have hosts of its own. */
  public static final class Plan {
    private final Mapping mapping;
    private final Function<Host, String> identity;
    private final Map<String, Integer> indexes = new HashMap<>();
    private final Map<String, Integer> ofName = new HashMap<>();
    private final List<Host> hosts = new ArrayList<>();
    private final List<Integer> hostOf = new ArrayList<>();
    private final Map<HostList, Turn> turns = new LinkedHashMap<>();
    private boolean crowded;

    /** Starts with nothing placed; each name is a host. */
    public Plan(Mapping mapping) {
      this(mapping, Host::name);
    }

    /** Starts with nothing placed; names of which {@code identity} says the same are one host. */
    public Plan(Mapping mapping, Function<Host, String> identity) {
      this.mapping = mapping;
      this.identity = identity;
    }

    /** So many slots of a list's hosts, by their names, have been taken by others. */
    public Plan taken(HostList list, Map<String, Integer> byOthers) {
      turns.put(list, new Turn(list, mapping, byOthers));
      return this;
    }

    /** Places the next ranks; programs that share a list go on where the last one stopped. */
    public Plan place(HostList list, int count) {
      Turn turn = turns.computeIfAbsent(list, l -> new Turn(l, mapping, Map.of()));
      for (int i = 0; i < count; i++) {
        Host host = turn.next();
        hostOf.add(ofName.computeIfAbsent(host.name(), name -> index(host)));
      }
      crowded |= list.counted() && mapping.perHost() == null && turn.rounds() > 0;
      return this;
    }

    private int index(Host host) {
      return indexes.computeIfAbsent(
          identity.apply(host),
          fresh -> {
            hosts.add(host);
            return hosts.size() - 1;
          });
    }

    /** Everything placed so far. */
    public RankPlacement placement() {
      return new RankPlacement(hosts, hostOf, crowded);
    }
  }

  /** Whose turn it is among the hosts of one list. */
  private static final class Turn {
    private final List<Host> hosts;
    private final int[] slots;
    private final int[] taken;
    private final boolean byNode;
    private int at;
    private int full;
    private int rounds;

    Turn(HostList list, Mapping mapping, Map<String, Integer> byOthers) {
      hosts = list.places();
      byNode = mapping.byNode();
      slots = new int[hosts.size()];
      taken = new int[hosts.size()];
      Integer perHost = mapping.perHost();
      for (int i = 0; i < slots.length; i++) {
        slots[i] = perHost == null ? hosts.get(i).slots() : perHost;
        taken[i] = Math.min(slots[i], byOthers.getOrDefault(hosts.get(i).name(), 0));
        full += taken[i] == slots[i] ? 1 : 0;
      }
    }

    /** How often every slot had been taken when one more rank came. */
    int rounds() {
      return rounds;
    }

    Host next() {
      if (full == slots.length) {
        java.util.Arrays.fill(taken, 0);
        full = 0;
        at = 0;
        rounds++;
      }
      while (taken[at] == slots[at]) {
        at = (at + 1) % slots.length;
      }
      Host host = hosts.get(at);
      full += ++taken[at] == slots[at] ? 1 : 0;
      at = byNode ? (at + 1) % slots.length : at;
      return host;
    }
  }

  /** The number of ranks. */
  public int size() {
    return hostOf.size();
  }

  /** The ranks of one host, in their order. */
  public List<Integer> ranksOn(int host) {
    var ranks = new ArrayList<Integer>();
    for (int rank = 0; rank < hostOf.size(); rank++) {
      if (hostOf.get(rank) == host) {
        ranks.add(rank);
      }
    }
    return ranks;
  }

  /** How many ranks the fullest host has. */
  public int mostOnAHost() {
    var counts = new int[hosts.size()];
    int most = 0;
    for (int host : hostOf) {
      most = Math.max(most, ++counts[host]);
    }
    return most;
  }

  /**
   * The same in MPICH's notation, {@code (vector,(host,hosts,ranks),…)}: blocks of that many hosts
   * with that many ranks each.
   */
  public String processMapping() {
    var blocks = new ArrayList<int[]>();
    for (int rank = 0; rank < hostOf.size(); ) {
      int host = hostOf.get(rank);
      int end = rank;
      while (end < hostOf.size() && hostOf.get(end) == host) {
        end++;
      }
      int count = end - rank;
      int[] last = blocks.isEmpty() ? null : blocks.getLast();
      if (last != null && last[0] + last[1] == host && last[2] == count) {
        last[1]++;
      } else {
        blocks.add(new int[] {host, 1, count});
      }
      rank = end;
    }
    var text = new StringBuilder("(vector");
    for (int[] block : blocks) {
      text.append(",(%d,%d,%d)".formatted(block[0], block[1], block[2]));
    }
    return text.append(')').toString();
  }

  /** The map as {@code -display-map} prints it: a line for each host. */
  public String text() {
    var text = new StringBuilder();
    for (int host = 0; host < hosts.size(); host++) {
      List<Integer> ranks = ranksOn(host);
      text.append("  %s: %s%n".formatted(hosts.get(host).name(), words(ranks)));
    }
    return text.toString();
  }

  private static String words(List<Integer> ranks) {
    return (ranks.size() == 1 ? "rank " : "ranks ") + Ranges.text(ranks);
  }
}
