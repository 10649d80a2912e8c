package org.purempi.transport.tcp;

import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Why a connection is over, in words that follow the peer's name. */
final class Ending {
  static final String IN_PEACE = "has ended: it closed its Mpi";

  private static final String UNREACHABLE = "cannot be reached any more, dead or alive: ";

  /** See {@link Silence}. */
  static final String SILENT = UNREACHABLE + "its host does not acknowledge what it is sent";

  private Ending() {}

  /** The other side has closed the connection. */
  static String ofEnd(boolean hasLeft) {
    return hasLeft ? IN_PEACE : "has died: its connection ended without a goodbye";
  }

  /**
   * A system whose process is gone resets the connection; one that is down, or cut off, says
   * nothing.
   */
  static String of(IOException e, boolean hasLeft) {
    if (hasLeft) {
      return IN_PEACE;
    }
    String what = text(e);
    String lower = what.toLowerCase(Locale.ROOT);
    boolean isReset = lower.contains("reset") || lower.contains("broken pipe");
    return isReset ? "has died: " + what : UNREACHABLE + what;
  }

  static String text(Throwable e) {
    @Nullable String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }
}
