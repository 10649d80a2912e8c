package org.purempi.hang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.purempi.hang.Need.Kind;

/**
 * What just misses: messages and receives, and collective calls of which one is not like others.
 */
final class Hints {
  /** The calls of ranks in one collective operation. */
  private record Place(long context, int number, RankSet members) {}

  private final WaitGraph graph;
  private final Set<String> hints = new LinkedHashSet<>();

  private Hints(WaitGraph graph) {
    this.graph = graph;
  }

  /** The hints, each a sentence without its full stop. */
  static List<String> of(WaitGraph graph) {
    var all = new Hints(graph);
    graph.situations().values().forEach(all::messages);
    all.collectives();
    return List.copyOf(all.hints);
  }

  private void messages(Situation s) {
    for (Wait w : s.waits()) {
      for (Need need : w.needs()) {
        if (need.isForMessage()) {
          s.letters().forEach(letter -> message(s.rank(), need, letter));
        }
      }
    }
  }

  private void message(int rank, Need need, Letter letter) {
    boolean isSource = need.ranks().contains(letter.source());
    boolean isTag = need.number() < 0 || need.number() == letter.tag();
    boolean isScope = need.scope().context() == letter.scope().context();
    if (letter.source() < 0 || (isSource && isTag && isScope)) {
      return; // of another world; or it has just come
    }
    String lies =
        "a message with tag %d from rank %d lies unreceived at rank %d%s, which waits for "
            .formatted(
                letter.tag(), letter.source(), rank, isScope ? "" : " on " + letter.scope().name());
    if (isSource && isScope) {
      hints.add(lies + "tag " + need.number());
    } else if (isSource && isTag) {
      hints.add(lies + "it on " + need.scope().name());
    } else if (isSource) {
      hints.add(lies + "tag " + need.number() + " on " + need.scope().name());
    } else if (isScope && isTag) {
      String who = need.ranks().size() == 1 ? need.ranks().words() : "one of " + need.ranks();
      hints.add(lies + "one from " + who);
    }
  }

  private void collectives() {
    Map<Place, Map<Integer, Callers>> places = new LinkedHashMap<>();
    for (Situation s : graph.situations().values()) {
      for (Wait w : s.waits()) {
        for (Need need : w.needs()) {
          if (need.kind() == Kind.COLLECTIVE && need.call().isKnown()) {
            places
                .computeIfAbsent(
                    new Place(need.scope().context(), need.number(), need.scope().members()),
                    key -> new LinkedHashMap<>())
                .putIfAbsent(s.rank(), new Callers(need, w.place()));
          }
        }
      }
    }
    places.values().forEach(this::compare);
  }

  private record Callers(Need need, String place) {
    CollectiveCall call() {
      return need.call();
    }
  }

  /** Those that differ from what most call. */
  private void compare(Map<Integer, Callers> callers) {
    var counts = new HashMap<CollectiveCall, Integer>();
    callers.values().forEach(c -> counts.merge(c.call(), 1, Integer::sum));
    if (counts.size() < 2) {
      return;
    }
    Callers usual = callers.values().iterator().next();
    for (Callers c : callers.values()) {
      usual = count(counts, c) > count(counts, usual) ? c : usual;
    }
    Map<String, List<Integer>> strange = new LinkedHashMap<>();
    var ordinary = new ArrayList<Integer>();
    for (var entry : callers.entrySet()) {
      CollectiveCall its = entry.getValue().call();
      String difference = its.difference(usual.call());
      if (difference.isEmpty()) {
        ordinary.add(entry.getKey());
      } else {
        String other = difference.equals("length") ? " with another length" : "";
        String called = its.text() + other + where(entry.getValue());
        strange.computeIfAbsent(called, key -> new ArrayList<>()).add(entry.getKey());
      }
    }
    Need need = usual.need();
    String others = words(ordinary);
    String rest = ordinary.size() == 1 ? others : "the others (" + others + ")";
    String what = usual.call().text() + where(usual);
    strange.forEach(
        (called, ranks) ->
            hints.add(
                "%s called %s where %s called %s, as collective call no. %d on %s"
                    .formatted(
                        words(ranks), called, rest, what, need.number() + 1, need.scope().name())));
  }

  private static int count(Map<CollectiveCall, Integer> counts, Callers of) {
    return counts.getOrDefault(of.call(), 0);
  }

  private static String where(Callers c) {
    return c.place().isEmpty() ? "" : " " + c.place();
  }

  private static String words(List<Integer> ranks) {
    return RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray()).words();
  }
}
