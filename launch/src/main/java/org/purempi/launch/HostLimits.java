package org.purempi.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How many processes may be asked for, and how many this host lets us start. */
final class HostLimits {
  /** More than this is taken for a slip of the keyboard. */
  static final int MAX_PROCESSES = 100_000;

  /** Descriptors mpiexec needs by itself: its own streams, jars, server, guardian. */
  private static final int OWN_DESCRIPTORS = 64;

  /** Descriptors a rank costs mpiexec: three pipes and a connection, while one is being started. */
  private static final int DESCRIPTORS_PER_RANK = 4;

  private HostLimits() {}

  /** The count a user wrote after {@code -n}. */
  static int checkedCount(String written, String text) throws UsageException {
    int count;
    try {
      count = Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new UsageException(
          written + " " + text + ": not a number of processes; write for example -n 4", e);
    }
    if (count < 1) {
      throw new UsageException(written + " " + text + ": at least one process is needed");
    }
    if (count > MAX_PROCESSES) {
      throw new UsageException(
          "%s %s: at most %d processes can be started".formatted(written, text, MAX_PROCESSES));
    }
    return count;
  }

  /** Refuses a job that this host's limits cannot hold, naming the limit. */
  static void check(int processes) throws UsageException {
    long byProcesses = limit("Max processes");
    if (processes > byProcesses) {
      throw new UsageException(
          "-n %d: this user may run %d processes; raise 'ulimit -u'"
              .formatted(processes, byProcesses));
    }
    long ids = number(Path.of("/proc/sys/kernel/pid_max"));
    if (processes > ids) {
      throw new UsageException(
          "-n %d: this system numbers %d processes (kernel.pid_max)".formatted(processes, ids));
    }
    long byFiles = (limit("Max open files") - OWN_DESCRIPTORS) / DESCRIPTORS_PER_RANK;
    if (processes > byFiles) {
      throw new UsageException(
          "-n %d: the limit of open files suffices for %d processes; raise 'ulimit -n'"
              .formatted(processes, byFiles));
    }
  }

  /** A soft limit of this process, from /proc; no limit when it is not told. */
  private static long limit(String name) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
        if (line.startsWith(name)) {
          String soft = line.substring(name.length()).strip().split("\\s+", -1)[0];
          return soft.equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(soft);
        }
      }
      return Long.MAX_VALUE;
    } catch (IOException e) {
      return Long.MAX_VALUE; // a system without /proc: its own refusal will do
    }
  }

  private static long number(Path file) {
    try {
      return Long.parseLong(ThisHost.kernelValue(file));
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
