package org.purempi.benchmarks.compare;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The processes we started and must not leave behind, whatever ends the driver. */
final class Jobs {

  private static final Set<Process> RUNNING = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> RUNNING.forEach(Jobs::kill)));
  }

  private Jobs() {}

  /** Makes sure that the job ends with the driver. */
  static void watch(Process job) {
    RUNNING.add(job);
  }

  /** Ends the job and everything below it, if it still lives. */
  static void end(Process job) {
    kill(job);
    RUNNING.remove(job);
  }

  private static void kill(Process job) {
    job.descendants().forEach(ProcessHandle::destroyForcibly);
    job.destroyForcibly();
  }
}
