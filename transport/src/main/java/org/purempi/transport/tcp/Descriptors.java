package org.purempi.transport.tcp;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What to say when a file or socket cannot be opened because there are too many already. */
final class Descriptors {
  private static final String OUT = "Too many open files";
  private static final String OUT_EVERYWHERE = OUT + " in system";

  /** Read while a file can still be opened. */
  private static final String LIMIT = limit();

  private Descriptors() {}

  /** Does what opens files later, too, while they can be opened; the limit is read by now. */
  static void prepare() {
    JobKey.random().mac("first");
  }

  private static String limit() {
    String name = "Max open files";
    try (var lines = Files.lines(Path.of("/proc/self/limits"))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(name.length()).strip().split("\\s+", -1)[0] + " ")
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return ""; // a system that does not tell
    }
  }

  /** Whether no descriptor is left. */
  static boolean areOut(Exception e) {
    return Ending.text(e).contains(OUT);
  }

  /** Why something failed; what to do, if no descriptor is left. */
  static String explained(Exception e) {
    if (!areOut(e)) {
      return Ending.text(e);
    }
    return Ending.text(e).contains(OUT_EVERYWHERE)
        ? "this system has no file descriptor left (fs.file-max)"
        : "this process has used up its %sfile descriptors; raise the limit where it is started"
                .formatted(LIMIT)
            + " (ulimit -n), or put fewer ranks into a process";
  }

  /** The same failure, explained. */
  static IOException explain(IOException e) {
    return areOut(e) ? new IOException(explained(e), e) : e;
  }
}
