package org.purempi;

import java.util.Arrays;
import java.util.Set;
import org.purempi.setting.Setting;

/**
 * Stack traces of errors begin at the call that the program made, not at the frames of ours below
 * it: the line of the user's comes second. {@code -Dpurempi.trace=full}, or PUREMPI_TRACE, keeps
 * all.
 */
final class Traces {
  private static final String OURS = "org.purempi.";

  /** Packages whose frames tell a user nothing. */
  private static final Set<String> INSIDE =
      Set.of(
          "channel",
          "collective",
          "communicator",
          "compat",
          "context",
          "handle",
          "layout",
          "matching",
          "memory",
          "os",
          "pmi",
          "progress",
          "protocol",
          "reduction",
          "rendezvous",
          "tool",
          "transport",
          "world");

  /** The older APIs'. */
  private static final Set<String> OLDER = Set.of("mpi", "mpjbuf", "mpjdev", "xdev");

  private static final Set<String> PLATFORM = Set.of("java", "javax", "jdk", "sun");

  private Traces() {}

  /** Cuts the frames off that are below the program's call. */
  static void trim(Throwable error) {
    StackTraceElement[] trace = error.getStackTrace();
    int call = call(trace);
    if (call > 0 && !isFull()) {
      error.setStackTrace(Arrays.copyOfRange(trace, call, trace.length));
    }
  }

  /** Where the call is that the program made: our last frame before the first of the program. */
  private static int call(StackTraceElement[] trace) {
    int last = 0;
    for (int i = 0; i < trace.length; i++) {
      String name = trace[i].getClassName();
      if (isOurs(name)) {
        last = i;
      } else if (!PLATFORM.contains(name.substring(0, Math.max(0, name.indexOf('.'))))) {
        return last;
      }
    }
    return 0; // a thread of ours: nothing of the program is in it
  }

  private static boolean isOurs(String className) {
    int end = className.lastIndexOf('.');
    String home = end < 0 ? "" : className.substring(0, end);
    if (!className.startsWith(OURS)) {
      return OLDER.contains(home);
    }
    String inside = className.substring(OURS.length());
    int next = inside.indexOf('.');
    return next < 0 || INSIDE.contains(inside.substring(0, next));
  }

  private static boolean isFull() {
    return "full".equals(Setting.TRACE.text());
  }
}
