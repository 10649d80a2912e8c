package org.purempi.launch.daemon;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The processes of managers that a daemon has started. A manager goes when its connection does; one
 * that does not is ended. Used by the daemon's thread.
 */
final class ManagerProcesses {
  /** How long a manager may take to go once nobody is left at its other end. */
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Daemon.Program program;
  private final Consumer<Runnable> later;
  private final Map<Process, String> running = new LinkedHashMap<>();
  private final Map<Process, Long> leaving = new LinkedHashMap<>();
  private long started;

  /**
   * @param later does something on the daemon's thread
   */
  ManagerProcesses(Daemon.Program program, Consumer<Runnable> later) {
    this.program = program;
    this.later = later;
  }

  /**
   * Starts one.
   *
   * @param ended told when it ends, with its exit code in words
   */
  Process start(Path socket, String caller, Consumer<String> ended) throws IOException {
    Process process = program.start(socket);
    started++;
    running.put(process, caller);
    var unused =
        process
            .onExit()
            .thenRun(
                () ->
                    later.accept(
                        () -> {
                          running.remove(process);
                          leaving.remove(process);
                          ended.accept("its manager exited with code " + process.exitValue());
                        }));
    return process;
  }

  /** Nobody is left at the other end of one. */
  void leave(Process process) {
    if (running.containsKey(process)) {
      leaving.put(process, System.nanoTime());
    }
  }

  int count() {
    return running.size();
  }

  long started() {
    return started;
  }

  /** Each in words. */
  List<String> list() {
    var all = new ArrayList<String>();
    running.forEach(
        (process, caller) -> all.add("pid=%d from=%s".formatted(process.pid(), caller)));
    return all;
  }

  boolean isTimed() {
    return !leaving.isEmpty();
  }

  /** Ends those whose time to go is over. */
  void tick(long nowNanos) {
    leaving.forEach(
        (process, since) -> {
          if (nowNanos - since > PATIENCE_NANOS) {
            process.destroyForcibly();
          }
        });
  }

  /** Waits until all have gone, and kills those that take too long; their guardians do the rest. */
  void end(long millis) {
    long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    try {
      for (Process process : running.keySet()) {
        if (!process.waitFor(until - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          process.destroyForcibly();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      running.keySet().forEach(Process::destroyForcibly);
    }
  }
}
