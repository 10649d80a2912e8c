package org.purempi.world;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.HangAnalysis;
import org.purempi.pmi.RankReport;
import org.purempi.tool.HangException;

/**
 * Looks now and then whether all ranks of one JVM wait for each other: when looks find every thread
 * of every rank that has not ended in the same wait, and each rank has looked around in between and
 * found nothing. Used by the thread that waits for the ranks.
 */
final class HangWatch {
  /** Time between two looks. */
  static final long INTERVAL_MILLIS = 200;

  /** The ranks: their threads, and how to look at them. */
  interface Ranks {
    int size();

    boolean isHere(int rank);

    Thread thread(int rank);

    RankWatch watch(int rank);

    /**
     * Where the threads are that a rank has started, but for virtual ones; null for a virtual rank.
     */
    @Nullable ThreadGroup group(int rank);

    /** The threads that ranks have started. */
    Badge.Helpers helpers();
  }

  private final Ranks ranks;
  private List<RankWatch.@Nullable Stuck> before = List.of();
  private List<RankWatch.@Nullable Stuck> collected = List.of();
  private boolean alone;

  HangWatch(Ranks ranks) {
    this.ranks = ranks;
  }

  /**
   * Whether all hang: a look has found them stuck, the next one that nobody helps them either, and
   * this one the same again. Whatever somebody did who helped has then been found.
   */
  boolean look() {
    List<RankWatch.@Nullable Stuck> now = stuck();
    boolean isNew = now.isEmpty() || !now.equals(before);
    boolean wereAlone = alone && !isNew;
    before = now;
    alone = !isNew && nobodyHelps(now);
    if (alone && !wereAlone) {
      nudge(now);
    }
    return alone && wereAlone;
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
      if (!ranks.isHere(r)) {
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

  /** Whether no thread may still act that a rank has started, or has given a task. */
  private boolean nobodyHelps(List<RankWatch.@Nullable Stuck> now) {
    Set<Thread> waiting = new HashSet<>();
    int mains = 0;
    for (RankWatch.Stuck stuck : now) {
      if (stuck != null) {
        mains++;
        stuck.in().forEach(wait -> waiting.add(wait.thread()));
      }
    }
    var pool = ForkJoinPool.commonPool();
    return pool.isQuiescent()
        && pool.getDelayedTaskCount() == 0
        && nobodyInGroups(waiting)
        && helpers(now) <= waiting.size() - mains;
  }

  private boolean nobodyInGroups(Set<Thread> waiting) {
    for (int r = 0; r < ranks.size(); r++) {
      Thread rank = ranks.thread(r);
      ThreadGroup group = ranks.group(r);
      if (group != null) {
        Thread[] members = new Thread[group.activeCount() + 1];
        int count = group.enumerate(members);
        for (int i = 0; i < count; i++) {
          boolean known = members[i] == rank || waiting.contains(members[i]);
          if (!known && !members[i].getName().startsWith(ProgressThread.NAME)) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** How many threads ranks have started that are alive, virtual ones too. */
  @SuppressWarnings("DoNotCall") // the ranks sleep: what it takes is nobody's time
  private int helpers(List<RankWatch.@Nullable Stuck> now) {
    if (ranks.helpers().most() > 0 && !now.equals(collected)) {
      collected = now;
      System.gc(); // those that have ended are known by it
    }
    return ranks.helpers().most();
  }

  /** What all ranks are doing. */
  List<RankWatch.Seen> see() {
    List<RankWatch.Seen> all = new ArrayList<>();
    for (int r = 0; r < ranks.size(); r++) {
      all.add(ranks.isHere(r) ? ranks.watch(r).see() : RankWatch.Seen.ended(r));
    }
    return all;
  }

  /** The report, as an exception. */
  HangException exception(String headline) {
    List<RankWatch.Seen> all = see();
    String blocks = RankReport.text(all.stream().map(RankWatch.Seen::report).toList());
    HangAnalysis analysis = HangAnalysis.of(all.stream().map(RankWatch.Seen::situation).toList());
    return new HangException(
        headline + "\n" + blocks + analysis.text(),
        all.stream().map(RankWatch.Seen::state).toList(),
        () -> analysis.page(headline, blocks));
  }
}
