package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Gives contestants the priority that the driver was started with.
 *
 * <p>Linux shares processors between sessions before it looks at processes, and some launchers
 * start every rank in a session of its own. On a busy machine those would be slowed down and others
 * not.
 */
final class Priority {

  private static final Path OWN = Path.of("/proc/self/autogroup");

  private Priority() {}

  /** Puts the sessions of these processes on a level with ours, if ours is not the usual one. */
  static void passOn(Set<Long> pids) throws IOException {
    if (!Files.isReadable(OWN)) {
      return;
    }
    String own = Files.readString(OWN).strip();
    String nice = own.substring(own.lastIndexOf(' ') + 1);
    if (nice.equals("0")) {
      return;
    }
    for (long pid : pids) {
      Files.writeString(Path.of("/proc", Long.toString(pid), "autogroup"), nice);
    }
  }
}
