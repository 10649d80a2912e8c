package org.purempi.launch.site;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;

/** What happens to a running job, in the order it was noticed. */
public sealed interface Event {
  /**
   * A rank's process runs.
   *
   * @param processors those it is bound to; empty when it is not
   */
  record Started(int rank, long processId, String processors) implements Event {}

  /**
   * A rank's process has ended.
   *
   * @param stage how far it had come with MPI
   * @param inUse whether a rank of its host had called init
   */
  record Exited(int rank, int status, RankStage stage, boolean inUse) implements Event {}

  /** A rank could not be started. */
  record NotStarted(int rank, String why) implements Event {}

  /** The first rank of a host has called init. */
  record Initialized(int rank) implements Event {}

  /** A rank called abort. */
  record Aborted(int rank, int exitCode, String message) implements Event {}

  /** Others wait for a rank that has ended. */
  record Missed(int rank) implements Event {}

  /** All ranks of a host are in a barrier, having put these pairs. */
  record AtBarrier(int site, Map<String, String> puts) implements Event {}

  /** A rank publishes, looks up or withdraws a name. */
  record AsksName(PmiLine request, Consumer<PmiLine> answer) implements Event {}

  /** A rank has asked for more processes, and was told that it gets none. */
  record SpawnRefused(int rank, String what) implements Event {
    /** What the user is told. */
    public static final String WHY =
        "mpiexec cannot add processes to a running job: it was told that this failed";
  }

  /** Ranks have said what they are doing, or are known not to answer. */
  record Reported(List<RankReport> answers, Map<Integer, RankStage> silent) implements Event {}

  /** A host's ranks can no longer be reached: they have ended, or will by themselves. */
  record Lost(int site, String why) implements Event {}

  /** mpiexec was told to end by this signal. */
  record Told(int signal) implements Event {}

  /** Ranks cannot be made to end. */
  record GivenUp() implements Event {}

  /** mpiexec itself cannot go on. */
  record Broken(String why, int exitCode) implements Event {}
}
