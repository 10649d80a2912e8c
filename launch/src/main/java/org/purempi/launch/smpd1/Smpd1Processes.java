package org.purempi.launch.smpd1;

import java.io.IOException;

/**
 * Who starts the processes of a manager and signals them. Its methods are called under the
 * manager's lock and must not wait. A process is known by its context, the number it gets in the
 * order of its launch.
 */
public interface Smpd1Processes extends AutoCloseable {
  /** What processes tell of themselves; any thread. */
  interface Listener {
    /** Bytes of standard output, or of standard error; waits for a slow mpiexec. */
    void output(int context, boolean error, byte[] bytes, int start, int end)
        throws InterruptedException;

    /** The process has ended and all of its output was told. */
    void exited(int context, int code);

    /** The process, or the job, cannot go on. */
    void failed(String why);

    /** A command of the process, its {@code ctx_key} in it; answers come to {@code answered}. */
    void said(Smpd1Command command);
  }

  /**
   * Starts a process; returns before it runs.
   *
   * @param node the manager's number
   * @throws IOException when it cannot be started, with the reason
   */
  void launch(int node, int context, LaunchOrder order) throws IOException;

  /** The answer to a command that the process said, or whose name was used. */
  void answered(int context, Smpd1Command answer);

  /** Bytes for a process's standard input; null ends it. */
  void input(int context, byte @org.jspecify.annotations.Nullable [] bytes);

  /** Stops a process until it is killed. */
  void suspend(int context) throws IOException;

  /** Kills a process and its group. */
  void kill(int context) throws IOException;

  /** Kills what is left. */
  @Override
  void close() throws IOException;
}
