package org.purempi.launch.options;

import java.io.PrintStream;

/** What {@code mpiexec -h} and {@code mpiexec -help2} print, from the table of options. */
public final class Help {
  private Help() {}

  /**
   * Prints it.
   *
   * @param everything all options, rather than the everyday ones
   */
  public static void print(PrintStream out, boolean everything) {
    out.println(
        """
        usage: mpiexec [global options] [options] PROGRAM [arguments] [: [options] PROGRAM …]
        PROGRAM is a .java file (compiled once), a class (with -cp), a .jar, 'java' with its own
        options, or any executable. JVM flags (-X…, -D…) may stand among the options.\
        """);
    for (Option option : Option.values()) {
      if (option == Option.COUNT || option == Option.GENV) {
        out.println(option.global() ? "Global options:" : "Options of one program:");
      }
      if (everything || option.everyday()) {
        String names =
            "-" + String.join(", -", everything ? option.names : option.names.subList(0, 1));
        out.printf(
            everything ? "  %-34s %s%n" : "  %-24s %s%n",
            names + option.value.shown(),
            option.description());
      }
    }
    out.println(
        """
        The exit code is that of the first failure (128 + n for signal n), 124 after a timeout,
        88 when the job hangs, 2 when the call is wrong.\
        """);
    if (!everything) {
      out.println(
          "'mpiexec -help2' lists all options; other launchers' names of them are known, too.");
    }
  }
}
