package org.purempi.launch.system;

/**
 * Threads that do not keep the JVM, with a small stack: a job of many ranks has several of each.
 */
public final class DaemonThread {
  private static final long STACK_BYTES = 256 << 10;

  private DaemonThread() {}

  /** Starts one. */
  public static Thread start(String name, Runnable body) {
    var thread = new Thread(null, body, name, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
