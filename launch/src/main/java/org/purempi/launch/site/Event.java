package org.purempi.launch.site;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.RankLook;
import org.purempi.pmi.RankReport;
import org.purempi.pmi.RankStage;
import org.purempi.pmi.SpawnProgram;
import org.purempi.pmi.SpawnResult;

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

  /**
   * A rank asks for more processes, and waits for the answer.
   *
   * @param preput pairs for the space of the new world, as they go over the wire
   */
  record Spawns(
      int rank,
      List<SpawnProgram> programs,
      Map<String, String> preput,
      Consumer<SpawnResult> answer)
      implements Event {
    /** Nothing is started. */
    public void refuse(String why) {
      answer.accept(SpawnResult.failed(SpawnProgram.count(programs), why));
    }
  }

  /** A rank says that its world is connected with another one, or is so no more. */
  record Connects(String kvsName, boolean isConnected) implements Event {}

  /** Ranks cannot be told that another world has failed: theirs is to end with it. */
  record Unheeding(int exitCode, String why) implements Event {}

  /** Ranks have said what they are doing, or are known not to answer. */
  record Reported(List<RankReport> answers, Map<Integer, RankStage> silent) implements Event {}

  /** Ranks have been looked at, or cannot be. */
  record Looked(List<RankLook> looks, Map<Integer, RankStage> silent) implements Event {}

  /** Ranks have said where their programs are, or are known not to answer. */
  record Stacked(List<RankReport> answers, Map<Integer, RankStage> silent) implements Event {}

  /** No rank has made progress for so long that none will. */
  record Hung(String why) implements Event {}

  /** A host's ranks can no longer be reached: they have ended, or will by themselves. */
  record Lost(int site, String why) implements Event {}

  /**
   * A world that this one is connected with has failed.
   *
   * @param isFatal whether ranks that cannot be told end with it
   */
  record WorldFailed(String kvsName, int exitCode, String why, boolean isFatal) implements Event {}

  /** mpiexec was told to end by this signal. */
  record Told(int signal) implements Event {}

  /** Ranks cannot be made to end. */
  record GivenUp() implements Event {}

  /** mpiexec itself cannot go on. */
  record Broken(String why, int exitCode) implements Event {}
}
