package org.purempi.launch;

/** What happens to a running job, in the order it was noticed. */
sealed interface Event {
  /** A rank's process has ended. */
  record Exited(int rank, int status) implements Event {}

  /** A rank could not be started. */
  record NotStarted(int rank, String why) implements Event {}

  /** A rank called abort. */
  record Aborted(int rank, int exitCode, String message) implements Event {}

  /** Others wait for a rank that has ended. */
  record Missed(int rank) implements Event {}

  /** mpiexec itself cannot go on. */
  record Broken(String why, int exitCode) implements Event {}
}
