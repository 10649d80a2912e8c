package org.purempi.launch;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.Site;
import org.purempi.launch.system.ExitStatus;
import org.purempi.pmi.PmiHub;
import org.purempi.pmi.RankStage;

/**
 * The ranks that have failed in a job that goes on without them ({@code mpiexec -enable-recovery}):
 * the others are told, and no barrier waits for them. Used by the job's thread.
 */
final class Losses {
  private final Sites sites;
  private final PmiHub hub;
  private final BitSet failed = new BitSet();

  /** Ranks that were waited for before their end was known. */
  private final BitSet missed = new BitSet();

  private boolean hasEndedWell;
  private boolean hasEndedBadly;
  private @Nullable Verdict first;

  Losses(Sites sites, PmiHub hub) {
    this.sites = sites;
    this.hub = hub;
  }

  /** Whether a rank has failed. */
  boolean has(int rank) {
    return failed.get(rank);
  }

  /** A rank that has not ended, as far as is known, is waited for in vain. */
  void missed(int rank) {
    missed.set(rank);
  }

  /**
   * How a rank has failed by its end, in words; null if it has not. After finalize a code other
   * than 0 tells of an exception that has closed MPI on its way.
   *
   * @param inUse whether any rank has called init
   */
  @Nullable String failure(Event.Exited end, boolean inUse) {
    int status = end.status();
    boolean hasLeft = end.stage() == RankStage.FINALIZED;
    boolean isSignal = ExitStatus.isSignal(status);
    String how = ExitStatus.describe(status);
    hasEndedBadly |= hasLeft && status != 0 && !isSignal;
    if (isSignal || (inUse && status != 0)) {
      return how;
    } else if (inUse && !hasLeft) {
      return how + " without calling finalize";
    } else if (missed.get(end.rank())) {
      return how + " while other ranks wait for it";
    }
    hasEndedWell |= status == 0;
    return null;
  }

  /**
   * Ranks have failed.
   *
   * @param loss what mpiexec exits with if nothing comes right, and why
   * @param why names them and what has become of them
   */
  void add(List<Integer> ranks, Verdict loss, String why) {
    ranks.forEach(failed::set);
    first = first == null ? loss : first;
    for (Site site : sites.all()) {
      site.ranksFailed(ranks, why);
    }
    var theirs = new ArrayList<>(ranks.stream().map(sites::of).distinct().toList());
    theirs.removeIf(site -> !site.ranks().stream().allMatch(failed::get));
    boolean isBarrierOver = false;
    for (Site site : theirs) {
      isBarrierOver |= hub.leave(Sites.number(site));
    }
    if (isBarrierOver) {
      sites.release(hub.takePairs());
    }
  }

  /** Why the job has failed in spite of all; null if it has not. */
  @Nullable Verdict verdict() {
    return hasSurvivors() ? null : first;
  }

  /** Whether a rank has come to its end, and none to a bad one. */
  boolean hasSurvivors() {
    return hasEndedWell && !hasEndedBadly;
  }

  /** Whether that was the first loss, which the user knows of as of all. */
  boolean isFirst(Verdict reason) {
    return reason.equals(first);
  }
}
