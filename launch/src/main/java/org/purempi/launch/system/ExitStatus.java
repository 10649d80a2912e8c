package org.purempi.launch.system;

import org.jspecify.annotations.Nullable;

/** What an exit status says: a code, or the signal that killed the process. */
public final class ExitStatus {
  private static final int SIGNALED = 128;
  private static final int CODE_MASK = 0xff;

  /** Names of signals 1 to 31 as Linux numbers them on the machines Java runs on. */
  private static final String[] NAMES = {
    "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG", "XCPU",
    "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS"
  };

  private ExitStatus() {}

  /** The exit code as the system can carry it; a failure never turns into success. */
  public static int ofCode(int code) {
    int carried = code & CODE_MASK;
    return carried == 0 && code != 0 ? 1 : carried;
  }

  /** Whether the status is that of a process killed by a signal (or of a shell that tells so). */
  public static boolean isSignal(int status) {
    return name(status) != null;
  }

  /** The exit status that tells of a signal. */
  public static int status(int number) {
    return SIGNALED + number;
  }

  /** A signal's name, {@code INT}. */
  public static String of(int number) {
    String name = name(status(number));
    return name == null ? Integer.toString(number) : name;
  }

  private static @Nullable String name(int status) {
    int number = status - SIGNALED;
    return number >= 1 && number <= NAMES.length ? NAMES[number - 1] : null;
  }

  /** In words: "exited with code 3" or "was killed by signal 9 (SIGKILL)". */
  public static String describe(int status) {
    String name = name(status);
    return name == null
        ? "exited with code " + status
        : "was killed by signal %d (SIG%s)".formatted(status - SIGNALED, name);
  }
}
