package org.purempi.launch.local;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.purempi.launch.site.Event;
import org.purempi.launch.site.SiteOwner;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PmiListener;
import org.purempi.pmi.PmiUpstream;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

/**
 * What a site's PMI server tells, as events; and what it asks of whoever knows the ranks of other
 * hosts.
 *
 * @param site its number
 * @param companion who knows more; null where nobody does
 */
record PmiEvents(int site, SiteOwner owner, @Nullable PmiCompanion companion)
    implements PmiListener, PmiUpstream {
  private static final int CANNOT_GO_ON = 1;

  @Override
  public void initialized(int rank) {
    owner.happened(new Event.Initialized(rank));
  }

  @Override
  public void reached(int rank, RankStage stage) {
    if (companion != null) {
      companion.reached(rank, stage);
    }
  }

  @Override
  public void aborted(int rank, int exitCode, String message) {
    owner.happened(new Event.Aborted(rank, exitCode, message));
  }

  @Override
  public void barrierWaitsForEndedRank(int rank) {
    owner.happened(new Event.Missed(rank));
  }

  @Override
  public void spawn(
      int rank,
      List<SpawnProgram> programs,
      Map<String, String> preput,
      Consumer<SpawnResult> answer) {
    owner.happened(new Event.Spawns(rank, programs, preput, answer));
  }

  @Override
  public void connected(int rank, String kvsName) {
    owner.happened(new Event.Connects(kvsName, true));
  }

  @Override
  public void disconnected(int rank, String kvsName) {
    owner.happened(new Event.Connects(kvsName, false));
  }

  @Override
  public void foreign(int rank) {
    owner.say(
        ("mpiexec: rank %d calls as another user than mpiexec's, and without the job's key: turned"
                + " away; a program that changes its user needs mpiexec -pmi-fd")
            .formatted(rank));
  }

  @Override
  public void reported(List<RankReport> reports) {
    owner.happened(new Event.Reported(reports, Map.of()));
  }

  @Override
  public void stacked(List<RankReport> stacks) {
    owner.happened(new Event.Stacked(stacks, Map.of()));
  }

  @Override
  public void looked(List<RankLook> looks) {
    owner.happened(new Event.Looked(looks, Map.of()));
  }

  @Override
  public void serverFailed(String why) {
    owner.happened(new Event.Broken(why, CANNOT_GO_ON));
  }

  @Override
  public void barrier(Map<String, String> puts) {
    owner.happened(new Event.AtBarrier(site, puts));
  }

  @Override
  public void names(PmiLine request, Consumer<PmiLine> answer) {
    owner.happened(new Event.AsksName(request, answer));
  }

  @Override
  public void pair(String key, Consumer<@Nullable String> answer) {
    if (companion == null) {
      answer.accept(null);
    } else {
      companion.pair(key, answer);
    }
  }
}
