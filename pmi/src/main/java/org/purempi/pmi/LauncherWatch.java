package org.purempi.pmi;

/** Told, on the thread that reads from the launcher, that this process is on its own now. */
@FunctionalInterface
public interface LauncherWatch {
  /** The connection ended before {@link PmiClient#finish}; why, in words. */
  void lost(String why);

  /**
   * The launcher says that the job has ended for another rank's sake. Only launchers that cannot
   * kill their ranks say so.
   *
   * @param exitCode what this process should exit with
   * @param why names the rank
   */
  default void ended(int exitCode, String why) {
    lost(why);
  }

  /**
   * Another world that this process's world is connected with (section 11.10.4) has failed or was
   * aborted. Only our own launcher says so, and leaves it to this world what follows.
   *
   * @param kvsName the other world's key-value space
   * @param exitCode what this process should exit with if it ends for it
   * @param why names the rank that was the cause
   */
  default void worldFailed(String kvsName, int exitCode, String why) {}

  /**
   * Ranks of this process's own world have failed, and the job goes on without them. Only our own
   * launcher says so.
   *
   * @param ranks their numbers in the world
   * @param why names them and what has become of them
   */
  default void ranksFailed(int[] ranks, String why) {}
}
