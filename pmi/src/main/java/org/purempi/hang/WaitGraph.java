package org.purempi.hang;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.Situation.Activity;

/**
 * Who waits for whom, as an AND-OR graph: a call waits for all of its needs or for any one, a need
 * for all of its ranks or for any one. Whoever may act releases those that wait for it, and so on
 * until nothing changes: the ranks that are left can never go on (the release fix point of
 * deadlocks in the AND-OR model, as in Hilbrich et al., "Distributed wait state tracking for
 * runtime MPI deadlock detection", SC13). Needs that depend on the same ranks share a node, so
 * 10,000 ranks that all wait for any of 10,000 take 10,000 edges.
 */
final class WaitGraph {
  /** What becomes released when one, or all, of its parts are. */
  private static final class Node {
    final List<Node> dependents = new ArrayList<>(1);

    /** How many parts have still to be released. */
    int left;

    boolean isReleased;
  }

  private final SortedMap<Integer, Situation> all = new TreeMap<>();
  private final int last;
  private final Blockers blockers;
  private final Map<Integer, Node> ranks = new HashMap<>();
  private final Map<Blockers.Of, Node> sets = new HashMap<>();
  private final Map<Blockers.Of, Candidates> candidates = new HashMap<>();
  private final BitSet stuck = new BitSet();

  /** The graph of a world whose ranks say this; a rank that says nothing may act. */
  WaitGraph(List<Situation> situations) {
    situations.forEach(s -> all.put(s.rank(), s));
    this.last = all.isEmpty() ? -1 : all.lastKey();
    this.blockers = new Blockers(all.values(), last);
    all.keySet().forEach(rank -> ranks.put(rank, new Node()));
    Deque<Node> released = new ArrayDeque<>();
    for (Situation s : all.values()) {
      Node node = node(s.rank());
      if (mayAct(s)) {
        released.add(node);
      } else if (s.activity() == Activity.WAITING) {
        node.left = 1; // one thread that goes on may help the others
        s.waits().forEach(w -> join(wait(s.rank(), w, released), node));
      } else {
        node.left = 1; // it does nothing any more
      }
    }
    release(released);
    ranks.forEach((rank, node) -> stuck.set(rank, !node.isReleased));
  }

  /** Whether a rank needs nobody to go on, or is not known well enough. */
  private static boolean mayAct(Situation s) {
    return s.activity() != Activity.ENDED && !s.isEndless();
  }

  private Node node(int rank) {
    Node node = ranks.get(rank);
    if (node == null) {
      throw new IllegalStateException("no rank " + rank);
    }
    return node;
  }

  private static void join(Node part, Node whole) {
    part.dependents.add(whole);
  }

  private Node wait(int rank, Wait w, Deque<Node> released) {
    var node = new Node();
    node.left = w.isAny() ? 1 : w.needs().size();
    for (Need need : w.needs()) {
      join(need(blockers.of(rank, need), released), node);
    }
    if (w.needs().isEmpty()) {
      released.add(node); // what it waits for is not known
    }
    return node;
  }

  private Node need(Blockers.Of by, Deque<Node> released) {
    Node known = sets.get(by);
    if (known != null) {
      return known;
    }
    var node = new Node();
    sets.put(by, node);
    RankSet here = by.ranks().upTo(last);
    boolean hasOthers = here.isEmpty() || !here.equals(by.ranks());
    var parts = new ArrayList<Node>();
    here.forEach(
        rank -> {
          Node part = ranks.get(rank);
          if (part != null) {
            parts.add(part);
          }
        });
    hasOthers |= parts.size() < here.size(); // of another world, or silent: they may act
    if (parts.isEmpty() || (by.isAny() && hasOthers)) {
      released.add(node);
      return node;
    }
    node.left = by.isAny() ? 1 : parts.size();
    parts.forEach(part -> join(part, node));
    return node;
  }

  private static void release(Deque<Node> released) {
    while (!released.isEmpty()) {
      Node node = released.remove();
      if (node.isReleased) {
        continue;
      }
      node.isReleased = true;
      for (Node dependent : node.dependents) {
        if (--dependent.left == 0) {
          released.add(dependent);
        }
      }
    }
  }

  /** What the ranks say, by rank. */
  SortedMap<Integer, Situation> situations() {
    return all;
  }

  /** What a rank says; null if it is not of this world. */
  @Nullable Situation situation(int rank) {
    return all.get(rank);
  }

  /** What a rank of this world says. */
  Situation known(int rank) {
    Situation its = all.get(rank);
    if (its == null) {
      throw new IllegalArgumentException("rank " + rank + " is not of this world");
    }
    return its;
  }

  /** Whether a rank can never go on; one that has ended counts as such. */
  boolean isStuck(int rank) {
    return stuck.get(rank);
  }

  /** Whether some rank waits and can never go on. */
  boolean hasDeadlock() {
    return all.values().stream()
        .anyMatch(s -> s.activity() == Activity.WAITING && isStuck(s.rank()));
  }

  /** On whom a rank's need depends. */
  Blockers.Of blockers(int rank, Need need) {
    return blockers.of(rank, need);
  }

  /**
   * The rank that explains best why another one waits, of those that it depends on: one of its own
   * kind, which can go on or cannot, best one that does not wait. Negative if there is none.
   */
  int reason(Situation s) {
    int best = Candidates.NOBODY;
    if (s.waits().isEmpty()) {
      return best;
    }
    boolean isStuck = isStuck(s.rank());
    int place = Integer.MAX_VALUE;
    for (Need need : s.main().needs()) {
      Candidates of =
          candidates.computeIfAbsent(
              blockers.of(s.rank(), need), key -> new Candidates(this, key.ranks()));
      for (int i = 0; i < Math.min(place, Candidates.KINDS); i++) {
        int found = of.first(s.rank(), i, isStuck);
        if (found != Candidates.NOBODY) {
          best = found;
          place = i;
        }
      }
    }
    return best == Candidates.NOBODY && isForItself(s) ? s.rank() : best;
  }

  private boolean isForItself(Situation s) {
    return s.main().needs().stream()
        .anyMatch(need -> blockers.of(s.rank(), need).ranks().contains(s.rank()));
  }

  /** The first ranks of a set: of each kind two, for one of them may be who asks. */
  private static final class Candidates {
    private static final int NOBODY = -1;
    private static final int KINDS = 4;
    private final int[] first = new int[2 * KINDS];

    Candidates(WaitGraph graph, RankSet ranks) {
      Arrays.fill(first, NOBODY);
      ranks
          .upTo(graph.last)
          .forEach(
              rank -> {
                Situation its = graph.situation(rank);
                if (its != null) {
                  int at = 2 * kind(its.activity() == Activity.WAITING, graph.isStuck(rank));
                  at += first[at] == NOBODY ? 0 : 1;
                  if (first[at] == NOBODY) {
                    first[at] = rank;
                  }
                }
              });
    }

    private static int kind(boolean isWaiting, boolean isStuck) {
      return (isWaiting ? 1 : 0) + (isStuck ? 2 : 0);
    }

    /** The first of a kind that is not the rank itself, the kinds in the order of their worth. */
    int first(int rank, int place, boolean isStuck) {
      int at = 2 * kind(place % 2 == 1, (place < 2) == isStuck);
      return first[at] == rank ? first[at + 1] : first[at];
    }
  }
}
