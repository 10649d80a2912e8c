package org.purempi.world;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.RankReport;
import org.purempi.tool.HangException;
import org.purempi.tool.RankState;

/**
 * Looks now and then whether all ranks of one JVM wait for each other: when two looks find every
 * rank that has not ended in the same wait, and each has looked around in between and found
 * nothing. Used by the thread that waits for the ranks.
 */
final class HangWatch {
  /** Time between two looks. */
  static final long INTERVAL_MILLIS = 200;

  /** The ranks: their threads, and how to look at them. */
  interface Ranks {
    int size();

    Thread thread(int rank);

    RankWatch watch(int rank);
  }

  private final Ranks ranks;
  private List<RankWatch.@Nullable Stuck> before = List.of();
  private List<RankWatch.@Nullable Stuck> told = List.of();

  HangWatch(Ranks ranks) {
    this.ranks = ranks;
  }

  /**
   * Whether all hang; true once for each hang. A rank that looks around by itself in between, and
   * so seems to be busy, is in the hang it was in.
   */
  boolean look() {
    List<RankWatch.@Nullable Stuck> now = stuck();
    if (now.isEmpty() || now.equals(told) || !nobodyHelps()) {
      before = List.of();
      return false;
    }
    if (!now.equals(before)) {
      before = now;
      nudge(now);
      return false;
    }
    told = now;
    return true;
  }

  /** A rank may have no core, and a message that it was rung for: before the next look it looks. */
  private void nudge(List<RankWatch.@Nullable Stuck> all) {
    for (int r = 0; r < all.size(); r++) {
      if (all.get(r) != null) {
        ranks.watch(r).nudge();
      }
    }
  }

  /** For each rank in what it is stuck, null for one that has ended; empty if some are not. */
  private List<RankWatch.@Nullable Stuck> stuck() {
    List<RankWatch.@Nullable Stuck> all = new ArrayList<>(ranks.size());
    boolean any = false;
    for (int r = 0; r < ranks.size(); r++) {
      if (!ranks.thread(r).isAlive()) {
        all.add(null);
        continue;
      }
      RankWatch.Stuck stuck = ranks.watch(r).stuck();
      if (stuck == null) {
        return List.of();
      }
      all.add(stuck);
      any = true;
    }
    return any ? all : List.of();
  }

  /** Whether no rank has started threads of its own that may still act. */
  private boolean nobodyHelps() {
    for (int r = 0; r < ranks.size(); r++) {
      Thread rank = ranks.thread(r);
      ThreadGroup group = rank.isVirtual() ? null : rank.getThreadGroup();
      if (group != null) {
        Thread[] members = new Thread[group.activeCount() + 1];
        int count = group.enumerate(members);
        for (int i = 0; i < count; i++) {
          boolean own = members[i] == rank;
          if (!own && !members[i].getName().startsWith(Environment.PROGRESS_THREAD)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** What all ranks are doing. */
  List<RankState> states() {
    List<RankState> states = new ArrayList<>();
    for (int r = 0; r < ranks.size(); r++) {
      boolean alive = ranks.thread(r).isAlive();
      states.add(alive ? ranks.watch(r).state() : RankState.ended(r));
    }
    return states;
  }

  /** The report, as an exception. */
  HangException exception(String headline) {
    List<RankState> states = states();
    return new HangException(headline + "\n" + text(states), states);
  }

  static String text(List<RankState> states) {
    return RankReport.text(states.stream().map(RankWatch::report).toList());
  }
}
