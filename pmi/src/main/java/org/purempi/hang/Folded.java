package org.purempi.hang;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.purempi.hang.Situation.Activity;

/**
 * The graph as it is drawn: of many ranks, those in the same state are one node, and so are those
 * that are left when there would still be too many nodes.
 */
final class Folded {
  /** What fits on a page. */
  private static final int MOST_NODES = 24;

  private static final int MOST_LABELS = 2;
  private static final int MOST_NEEDS = 4;

  /**
   * Some ranks.
   *
   * @param name which
   * @param state what they are doing, in short
   * @param detail the same at length
   */
  record Node(String name, String state, String detail, Activity activity, boolean isStuck) {}

  /**
   * Some waits.
   *
   * @param from the number of the node that waits
   * @param to the one that is waited for
   * @param isInCircle whether one of them is part of a circle
   */
  record Edge(int from, int to, String label, boolean isInCircle) {}

  /** From whom to whom. */
  private record Pair(int from, int to) {}

  private static final class Waits {
    private final Set<String> labels = new LinkedHashSet<>();
    private boolean isInCircle;
  }

  private final WaitGraph graph;
  private final Clauses clauses;
  private final Map<Integer, Integer> nodeOf = new HashMap<>();
  final List<Node> nodes = new ArrayList<>();
  final List<Edge> edges = new ArrayList<>();

  Folded(WaitGraph graph, Circles circles, Clauses clauses) {
    this.graph = graph;
    this.clauses = clauses;
    for (List<Integer> group : groups()) {
      group.forEach(rank -> nodeOf.put(rank, nodes.size()));
      nodes.add(node(group));
    }
    Map<Pair, Waits> waits = new LinkedHashMap<>();
    Map<Integer, Integer> circle = circles.next();
    graph.situations().values().forEach(s -> addEdges(s, circle, waits));
    waits.forEach((pair, its) -> edges.add(edge(pair, its)));
  }

  private List<List<Integer>> groups() {
    List<List<Integer>> single =
        graph.situations().keySet().stream().map(List::of).collect(Collectors.toList());
    if (single.size() <= MOST_NODES) {
      return single;
    }
    Map<String, List<Integer>> alike = new LinkedHashMap<>();
    for (Situation s : graph.situations().values()) {
      String shape = Clauses.waits(s) ? clauses.shape(s) : clauses.state(s.rank());
      alike.computeIfAbsent(shape, key -> new ArrayList<>()).add(s.rank());
    }
    var groups = new ArrayList<>(alike.values());
    groups.sort(Comparator.comparing(ranks -> -ranks.size()));
    if (groups.size() > MOST_NODES) {
      List<List<Integer>> rest = groups.subList(MOST_NODES - 1, groups.size());
      List<Integer> joined = rest.stream().flatMap(List::stream).toList();
      rest.clear();
      groups.add(joined);
    }
    return groups;
  }

  private Node node(List<Integer> ranks) {
    RankSet set = RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray());
    Situation s = graph.known(ranks.getFirst());
    boolean isOne = ranks.size() == 1;
    String name = isOne ? set.words() : set.words() + " (" + ranks.size() + ")";
    boolean waits = Clauses.waits(s);
    String state =
        waits ? s.main().where() : clauses.state(s.rank()).replace("does not wait in MPI", "runs");
    String detail =
        !waits
            ? clauses.state(s.rank())
            : (isOne ? "waits " + clauses.whole(s) : "wait " + clauses.shape(s));
    return new Node(name, state, name + " " + detail, s.activity(), graph.isStuck(s.rank()));
  }

  private void addEdges(Situation s, Map<Integer, Integer> circle, Map<Pair, Waits> waits) {
    if (!Clauses.waits(s)) {
      return;
    }
    List<Need> needs = s.main().needs();
    for (Need need : needs.subList(0, Math.min(MOST_NEEDS, needs.size()))) {
      RankSet by = graph.blockers(s.rank(), need).ranks();
      Integer next = circle.get(s.rank());
      Set<Integer> to = new LinkedHashSet<>();
      if (next != null && by.contains(next)) {
        to.add(next);
      }
      // Of very many the first are drawn; the node's text names them all.
      Arrays.stream(by.lowest(MOST_NODES)).forEach(to::add);
      for (int peer : to) {
        Integer node = nodeOf.get(peer);
        if (node != null && (peer != s.rank() || by.size() == 1)) {
          add(s, need, node, next != null && next == peer, waits);
        }
      }
    }
  }

  private void add(Situation s, Need need, int to, boolean isInCircle, Map<Pair, Waits> waits) {
    Integer from = nodeOf.get(s.rank());
    if (from != null) {
      Waits its = waits.computeIfAbsent(new Pair(from, to), key -> new Waits());
      its.labels.add(clauses.label(s, need));
      its.isInCircle |= isInCircle;
    }
  }

  private static Edge edge(Pair pair, Waits waits) {
    String some = waits.labels.stream().limit(MOST_LABELS).collect(Collectors.joining("; "));
    String more = waits.labels.size() > MOST_LABELS ? "; …" : "";
    return new Edge(pair.from(), pair.to(), some + more, waits.isInCircle);
  }
}
