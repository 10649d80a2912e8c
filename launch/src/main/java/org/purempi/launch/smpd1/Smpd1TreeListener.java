package org.purempi.launch.smpd1;

/** What a tree tells; on the thread that reads, which waits meanwhile. */
public interface Smpd1TreeListener {
  /** Bytes of a rank's standard output, or of standard error. */
  void output(int rank, boolean error, byte[] bytes);

  /** The rank's process runs. */
  void started(int rank);

  /** It could not be started. */
  void notStarted(int rank, String why);

  /** It has called init, or finalize. */
  void stage(int rank, boolean finalized);

  /** It wants the job to end. */
  void aborted(int rank, int code, String message);

  /** Its process has ended, and all of its output was told. */
  void exited(int rank, int code);

  /** The tree cannot go on: no rank that has not ended will be heard of again. */
  void lost(String why);
}
