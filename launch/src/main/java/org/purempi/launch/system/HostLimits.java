package org.purempi.launch.system;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.launch.text.UsageException;

/**
 * How many processes may be asked for, and how many a host lets us start.
 *
 * @param processes that this user may run
 * @param numbers that the system has for processes
 * @param tasks that this control group may have
 * @param files that mpiexec may have open
 */
public record HostLimits(long processes, long numbers, long tasks, long files) {
  /** Descriptors mpiexec needs by itself: its own streams, jars, server, guardian. */
  private static final int OWN_DESCRIPTORS = 64;

  /** Descriptors a rank costs mpiexec: three pipes and a connection, while one is being started. */
  private static final int DESCRIPTORS_PER_RANK = 4;

  private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup");

  /** What {@code /proc/self/cgroup} writes before the group of version 2. */
  private static final String VERSION_2 = "0::/";

  /** Those of this process; no limit where none is told. */
  public static HostLimits ofThisProcess() {
    return new HostLimits(
        limit("Max processes"),
        number(Path.of("/proc/sys/kernel/pid_max")),
        tasksOfGroup(),
        limit("Max open files"));
  }

  /**
   * Refuses a job that these limits cannot hold, naming the limit.
   *
   * @param asked what asked for so many ranks
   */
  public void check(String asked, int ranks) throws UsageException {
    refuse(asked, ranks, processes, "this user may run %d processes; raise 'ulimit -u'");
    refuse(asked, ranks, numbers, "this system numbers %d processes (kernel.pid_max)");
    refuse(asked, ranks, tasks, "this control group may have %d tasks (pids.max)");
    long byFiles = Math.max(0, (files - OWN_DESCRIPTORS) / DESCRIPTORS_PER_RANK);
    String files = "the limit of open files suffices for %d processes; raise 'ulimit -n'";
    refuse(asked, ranks, byFiles, files);
  }

  private static void refuse(String asked, int ranks, long most, String why) throws UsageException {
    if (ranks > most) {
      throw new UsageException(asked + ": " + why.formatted(most));
    }
  }

  /** Of the group and of those around it the least. */
  private static long tasksOfGroup() {
    long least = Long.MAX_VALUE;
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
        if (line.startsWith(VERSION_2)) {
          Path group = CONTROL_GROUPS.resolve(line.substring(VERSION_2.length())).normalize();
          for (Path at = group; at != null && at.startsWith(CONTROL_GROUPS); at = at.getParent()) {
            least = Math.min(least, number(at.resolve("pids.max")));
          }
        }
      }
    } catch (IOException noGroups) {
      return Long.MAX_VALUE;
    }
    return least;
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
      String value = ThisHost.kernelValue(file);
      return value.equals("max") ? Long.MAX_VALUE : Long.parseLong(value);
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
