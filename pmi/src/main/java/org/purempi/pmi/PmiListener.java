package org.purempi.pmi;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Told by a {@link PmiServer}, on its thread, what its ranks do; must not block. */
public interface PmiListener {
  /** The first rank has called init: this is an MPI job. */
  default void initialized(int rank) {}

  /** A rank has called init, or finalize. */
  default void reached(int rank, RankStage stage) {}

  /** A rank asks for the end of the job. */
  void aborted(int rank, int exitCode, String message);

  /** A barrier of the job waits for a rank that has ended and will never come. */
  void barrierWaitsForEndedRank(int rank);

  /**
   * A rank asks for more processes, and waits.
   *
   * @param preput pairs for the space of the new world, as they go over the wire
   * @param answer takes what has become of it, once, on any thread
   */
  default void spawn(
      int rank,
      List<SpawnProgram> programs,
      Map<String, String> preput,
      Consumer<SpawnResult> answer) {
    answer.accept(
        SpawnResult.failed(SpawnProgram.count(programs), "this launcher starts no processes"));
  }

  /** A rank says that its world is connected with another one of this launcher's. */
  default void connected(int rank, String kvsName) {}

  /** A rank says that its world has nothing to do with another one any more. */
  default void disconnected(int rank, String kvsName) {}

  /**
   * A process of another user has said this rank's number and was turned away: most likely the rank
   * itself, which has changed its user.
   */
  default void foreign(int rank) {}

  /** A rank says that it lives. */
  default void alive(int rank) {}

  /** A rank has taken its leave. */
  default void left(int rank) {}

  /** The connection of a rank has ended before it took its leave. */
  default void lost(int rank) {}

  /** A process has answered {@link PmiServer#askForReports}, for itself or for several ranks. */
  void reported(List<RankReport> reports);

  /** A process has answered that it was only to look whether it is stuck. */
  default void looked(List<RankLook> looks) {}

  /** A process has answered where its program is. */
  default void stacked(List<RankReport> stacks) {}

  /** The server itself can go on no longer. */
  void serverFailed(String why);
}
