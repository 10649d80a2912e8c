package org.purempi.hang;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.purempi.hang.Situation.Activity;

/**
 * Why ranks wait: a sentence for each, in which circle they wait or for whom in the end, and what
 * just misses. 10,000 ranks take some tenths of a second; those that wait alike share a sentence.
 */
public final class HangAnalysis {
  /** With more sentences than this, ranks share one that wait alike for different ranks. */
  private static final int MOST_SENTENCES = 24;

  private static final int MOST_HINTS = 12;
  private static final int MOST_CIRCLES = 4;
  private static final int MOST_IN_CIRCLE = 8;
  private static final int EXAMPLES = 3;
  private static final String INDENT = "    ";

  private final WaitGraph graph;
  private final Clauses clauses;
  private final Circles circles;
  private final List<String> hints;

  private HangAnalysis(List<Situation> situations) {
    this.graph = new WaitGraph(situations);
    this.clauses = new Clauses(graph);
    this.circles = new Circles(graph);
    this.hints = Hints.of(graph);
  }

  /** What follows from what the ranks of a world say, or its launcher knows of them. */
  public static HangAnalysis of(List<Situation> situations) {
    return new HangAnalysis(situations);
  }

  /** Whether some ranks wait that can never go on. */
  public boolean hasDeadlock() {
    return graph.hasDeadlock();
  }

  /** Who waits for whom, why that never ends, and hints: lines with their ends; or nothing. */
  public String text() {
    var text = new StringBuilder();
    List<String> sentences = sentences();
    if (sentences.isEmpty()) {
      return "";
    }
    text.append("who waits for whom:\n");
    sentences.forEach(line -> text.append(INDENT).append(line).append('\n'));
    conclusions().forEach(line -> text.append(INDENT).append(line).append('\n'));
    hints().forEach(line -> text.append("hint: ").append(line).append('\n'));
    return text.toString();
  }

  /**
   * The same as one page of HTML with the graph: {@code title} says of what, {@code report} how.
   */
  public String page(String title, String report) {
    return new HangPage(graph, circles, clauses).html(title, report, this);
  }

  /** A sentence for each rank that waits, or each group. */
  List<String> sentences() {
    Map<String, List<Integer>> same = new LinkedHashMap<>();
    Map<String, List<Integer>> alike = new LinkedHashMap<>();
    for (Situation s : graph.situations().values()) {
      if (Clauses.waits(s)) {
        same.computeIfAbsent(clauses.whole(s), key -> new ArrayList<>()).add(s.rank());
        alike.computeIfAbsent(clauses.shape(s), key -> new ArrayList<>()).add(s.rank());
      }
    }
    if (same.size() <= MOST_SENTENCES) {
      return same.entrySet().stream().map(e -> wait(e.getValue()) + e.getKey()).toList();
    }
    var lines = new ArrayList<String>();
    int rest = 0;
    for (var group : bySize(alike)) {
      if (lines.size() < MOST_SENTENCES) {
        lines.add(sentence(group.getKey(), group.getValue()));
      } else {
        rest += group.getValue().size();
      }
    }
    if (rest > 0) {
      lines.add("and " + rest + " more ranks wait otherwise");
    }
    return lines;
  }

  private static List<Map.Entry<String, List<Integer>>> bySize(Map<String, List<Integer>> groups) {
    Comparator<Map.Entry<String, List<Integer>>> bySize =
        Comparator.comparing(e -> -e.getValue().size());
    return groups.entrySet().stream().sorted(bySize).toList();
  }

  private String sentence(String shape, List<Integer> ranks) {
    if (ranks.size() == 1) {
      return wait(ranks) + clauses.whole(graph.known(ranks.getFirst()));
    }
    var examples = new ArrayList<String>();
    for (int rank : ranks.subList(0, Math.min(EXAMPLES, ranks.size()))) {
      int reason = graph.reason(graph.known(rank));
      if (reason >= 0) {
        examples.add("rank " + rank + " for rank " + reason);
      }
    }
    String more = ranks.size() > EXAMPLES ? ", …" : "";
    String shown = examples.isEmpty() ? "" : ": " + String.join(", ", examples) + more;
    return wait(ranks) + shape + shown;
  }

  private static String wait(List<Integer> ranks) {
    return set(ranks).words() + (ranks.size() == 1 ? " waits " : " wait ");
  }

  private static RankSet set(List<Integer> ranks) {
    return RankSet.of(ranks.stream().mapToInt(Integer::intValue).toArray());
  }

  /** In which circle, or for whom in the end. */
  List<String> conclusions() {
    var lines = new ArrayList<String>();
    List<Circles.Circle> stuck = circles.stuck();
    for (Circles.Circle circle : stuck.subList(0, Math.min(MOST_CIRCLES, stuck.size()))) {
      lines.add(circle(circle));
    }
    if (stuck.size() > MOST_CIRCLES) {
      lines.add("and " + (stuck.size() - MOST_CIRCLES) + " more circles");
    }
    circles.byEnd().entrySet().stream()
        .sorted(Comparator.comparing(e -> -e.getValue().size()))
        .limit(MOST_SENTENCES)
        .forEach(e -> lines.add(end(e.getKey(), e.getValue())));
    return lines;
  }

  private String circle(Circles.Circle circle) {
    List<Integer> ranks = circle.ranks();
    if (circle.isKnot()) {
      RankSet all = circles.leadingTo(circle);
      return all.size() == 1
          ? "nobody is left whom " + all.words() + " could wait for"
          : all.words() + " wait for each other, some of them for any of several: none can act";
    }
    if (ranks.size() == 1) {
      return "rank " + ranks.getFirst() + " waits for itself";
    }
    var text = new StringBuilder("a circle of " + ranks.size() + " ranks: ");
    int shown = ranks.size() <= MOST_IN_CIRCLE ? ranks.size() : EXAMPLES;
    for (int i = 0; i < shown; i++) {
      String verb = i == 0 ? " waits for rank " : " for rank ";
      text.append(i == 0 ? "" : ", ").append("rank ").append(ranks.get(i));
      text.append(verb).append(ranks.get((i + 1) % ranks.size()));
    }
    if (shown < ranks.size()) {
      text.append(", … rank ").append(ranks.getLast()).append(" for rank ");
      text.append(ranks.getFirst());
    }
    return text.toString();
  }

  private String end(int rank, List<Integer> waiting) {
    Situation its = graph.known(rank);
    boolean isOver = its.activity() == Activity.ENDED;
    return "%s %s%s for rank %d, which %s%s"
        .formatted(
            set(waiting).words(),
            waiting.size() == 1 ? "waits" : "wait",
            waiting.size() == 1 ? "" : ", directly or through others,",
            rank,
            clauses.state(rank),
            isOver ? ": in vain" : "");
  }

  /** What just misses. */
  List<String> hints() {
    if (hints.size() <= MOST_HINTS) {
      return hints;
    }
    var some = new ArrayList<>(hints.subList(0, MOST_HINTS));
    some.add("and " + (hints.size() - MOST_HINTS) + " more hints like these");
    return some;
  }
}
