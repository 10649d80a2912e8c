package org.purempi.hang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the chains end in which ranks wait for each other: in a circle, or at a rank that does not
 * wait. Each rank is followed to the one that explains its wait best.
 */
final class Circles {
  /**
   * A circle of ranks.
   *
   * @param isKnot whether a rank of it waits for any of several, none of which can act
   */
  record Circle(List<Integer> ranks, boolean isKnot) {}

  private static final int UNDER_WAY = -2;
  private static final int NOWHERE = -1;

  private final WaitGraph graph;
  private final List<Circle> circles = new ArrayList<>();

  /** For each rank where its chain ends: a rank, of a circle one that stands for it. */
  private final Map<Integer, Integer> ends = new HashMap<>();

  Circles(WaitGraph graph) {
    this.graph = graph;
    for (Situation s : graph.situations().values()) {
      if (Clauses.waits(s)) {
        follow(s.rank());
      }
    }
  }

  private void follow(int from) {
    var path = new ArrayList<Integer>();
    int at = from;
    while (!ends.containsKey(at)) {
      Situation s = graph.situation(at);
      if (s == null || !Clauses.waits(s)) {
        ends.put(at, at);
        break;
      }
      ends.put(at, UNDER_WAY);
      path.add(at);
      int next = graph.reason(s);
      if (next < 0) {
        ends.put(at, NOWHERE);
        break;
      }
      at = next;
    }
    int end = ends.getOrDefault(at, NOWHERE);
    if (end == UNDER_WAY) {
      List<Integer> circle = List.copyOf(path.subList(path.indexOf(at), path.size()));
      circles.add(new Circle(circle, circle.stream().anyMatch(this::mayChoose)));
      end = at;
    }
    for (int rank : path) {
      ends.put(rank, end);
    }
  }

  private boolean mayChoose(int rank) {
    Situation s = graph.known(rank);
    Wait w = s.main();
    return (w.isAny() && w.needs().size() > 1)
        || w.needs().stream()
            .map(need -> graph.blockers(rank, need))
            .anyMatch(by -> by.isAny() && by.ranks().size() > 1);
  }

  /** The circles of ranks that cannot go on. */
  List<Circle> stuck() {
    return circles.stream().filter(c -> graph.isStuck(c.ranks().getFirst())).toList();
  }

  /** The ranks whose chains end at each rank that does not wait. */
  Map<Integer, List<Integer>> byEnd() {
    var all = new LinkedHashMap<Integer, List<Integer>>();
    ends.forEach(
        (rank, end) -> {
          Situation its = end < 0 ? null : graph.situation(end);
          if (its != null && !Clauses.waits(its) && rank.intValue() != end) {
            all.computeIfAbsent(end, key -> new ArrayList<>()).add(rank);
          }
        });
    return all;
  }

  /** The ranks whose chains end in a circle, its own among them. */
  RankSet leadingTo(Circle circle) {
    var members = new HashSet<>(circle.ranks());
    return RankSet.of(
        ends.entrySet().stream()
            .filter(e -> members.contains(e.getValue()))
            .mapToInt(Map.Entry::getKey)
            .toArray());
  }

  /** For each rank in a circle of ranks that cannot go on the one that it waits for in it. */
  Map<Integer, Integer> next() {
    var next = new HashMap<Integer, Integer>();
    for (Circle circle : stuck()) {
      List<Integer> ranks = circle.ranks();
      for (int i = 0; i < ranks.size(); i++) {
        next.put(ranks.get(i), ranks.get((i + 1) % ranks.size()));
      }
    }
    return next;
  }
}
