package org.purempi.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.Info;

/** Which ranks write for others: the first of each host, unless hints say otherwise. */
final class Aggregators {
  /** The ranks of each host, in the order of their first ranks. */
  private final List<List<Integer>> hosts;

  private final int size;

  /**
   * @param hosts a number for each rank's host
   */
  Aggregators(long[] hosts) {
    Map<Long, List<Integer>> byHost = new LinkedHashMap<>();
    for (int rank = 0; rank < hosts.length; rank++) {
      byHost.computeIfAbsent(hosts[rank], h -> new ArrayList<>()).add(rank);
    }
    this.hosts = List.copyOf(byHost.values());
    this.size = hosts.length;
  }

  int hosts() {
    return hosts.size();
  }

  /** Hints with the number that follows from what was given now. */
  FileHints completed(FileHints hints, Info given) {
    int n = hints.aggregators();
    if (given.get(FileHints.AGGREGATORS).isEmpty() && given.get("cb_config_list").isPresent()) {
      int each = hints.aggregatorsPerHost();
      n = hosts.stream().mapToInt(h -> Math.min(each, h.size())).sum();
    }
    int possible = Math.min(n, size);
    return new FileHints(hints.info().with(FileHints.AGGREGATORS, Integer.toString(possible)));
  }

  /** The ranks: one of each host in turn. */
  int[] ranks(FileHints hints) {
    int n = Math.min(hints.aggregators(), size);
    int[] ranks = new int[n];
    int found = 0;
    for (int turn = 0; found < n; turn++) {
      for (List<Integer> host : hosts) {
        if (turn < host.size() && found < n) {
          ranks[found++] = host.get(turn);
        }
      }
    }
    return ranks;
  }
}
