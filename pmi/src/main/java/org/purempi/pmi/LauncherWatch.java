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
}
