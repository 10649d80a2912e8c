package org.purempi.hang;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.purempi.hang.Situation.Activity;
import org.purempi.hang.Situation.Entered;
import org.purempi.hang.Situation.Lock;

/**
 * On whom a need depends, which nobody knows who knows one rank only: the members that have not
 * entered a collective call, the ranks that hold a lock.
 *
 * <p>Nobody leaves a barrier, an allreduce or an allgather before all have entered it, so there all
 * that are missing are waited for. In others a rank depends on those only that send it something.
 */
final class Blockers {
  /**
   * The ranks that a need depends on.
   *
   * @param isAny whether one of them is enough
   * @param isMissing whether they have not entered the collective call that all are waited for in
   */
  record Of(RankSet ranks, boolean isAny, boolean isMissing) {}

  private static final Set<String> TOGETHER = Set.of("barrier", "allreduce", "allgather");

  private record Place(long context, int number, RankSet members) {}

  private record Held(long context, int target) {}

  private final Map<Integer, Map<Long, Integer>> entered = new HashMap<>();
  private final Map<Held, List<Integer>> holders = new HashMap<>();
  private final Map<Place, RankSet> missing = new HashMap<>();
  private final Set<Integer> waiting = new HashSet<>();
  private final int last;

  /** {@code last} is the highest rank of the world. */
  Blockers(Iterable<Situation> all, int last) {
    this.last = last;
    for (Situation s : all) {
      if (s.activity() == Activity.WAITING) {
        waiting.add(s.rank());
      }
      var counts = new HashMap<Long, Integer>();
      for (Entered e : s.entered()) {
        counts.merge(e.context(), e.count(), Math::max);
      }
      entered.put(s.rank(), counts);
      for (Lock lock : s.locks()) {
        holders
            .computeIfAbsent(new Held(lock.context(), lock.target()), key -> new ArrayList<>())
            .add(s.rank());
      }
    }
  }

  /** On whom a rank's need depends. */
  Of of(int rank, Need need) {
    return switch (need.kind()) {
      case COLLECTIVE -> {
        RankSet members = need.scope().members().upTo(last);
        RankSet late =
            missing.computeIfAbsent(
                new Place(need.scope().context(), need.number(), members), this::missing);
        boolean isTogether = !late.isEmpty() && TOGETHER.contains(need.call().call());
        boolean isLate = need.ranks().size() == 1 && late.contains(need.ranks().first());
        yield isTogether ? new Of(late, false, true) : new Of(need.ranks(), need.isAny(), isLate);
      }
      case LOCK -> new Of(holding(rank, need), false, false);
      case WINDOW, ANSWER -> new Of(without(need.ranks()), need.isAny(), false);
      default -> new Of(need.ranks(), need.isAny(), false);
    };
  }

  /** A rank that waits in MPI answers meanwhile. */
  private RankSet without(RankSet ranks) {
    return ranks.size() == 1 && waiting.contains(ranks.first()) ? RankSet.NONE : ranks;
  }

  /** The members of which it is known that they have begun fewer calls. */
  private RankSet missing(Place at) {
    var late = new TreeMap<Integer, Boolean>();
    at.members()
        .forEach(
            rank -> {
              Map<Long, Integer> counts = entered.get(rank);
              Integer count = counts == null ? null : counts.get(at.context());
              if (count != null && count <= at.number()) {
                late.put(rank, true);
              }
            });
    return RankSet.of(late.keySet().stream().mapToInt(Integer::intValue).toArray());
  }

  private RankSet holding(int rank, Need need) {
    var all = new ArrayList<Integer>();
    for (int target : new int[] {need.number(), -1}) {
      all.addAll(holders.getOrDefault(new Held(need.scope().context(), target), List.of()));
    }
    return RankSet.of(all.stream().mapToInt(Integer::intValue).filter(r -> r != rank).toArray());
  }
}
