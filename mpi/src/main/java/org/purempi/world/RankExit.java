package org.purempi.world;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/**
 * Ends one rank of a JVM that holds many, where a program written for processes calls {@code
 * System.exit}: {@link RankClassLoader} puts these methods in its place. Public because the
 * program's classes call it; not for users.
 */
public final class RankExit extends Error {
  @Serial private static final long serialVersionUID = 1;

  /** What the system keeps of an exit code. */
  private static final int STATUS = 0xff;

  private static final Thread NOBODY = Thread.ofPlatform().unstarted(() -> {});

  private final int status;

  /** An end with an exit code. */
  RankExit(int code) {
    super("rank exits with code " + code, null, false, false);
    this.status = code & STATUS;
  }

  /** The exit code, as the system can carry it. */
  int status() {
    return status;
  }

  /** In the place of {@link System#exit}. */
  public static void exit(int code) {
    Seat seat = Seat.mine();
    if (seat == null) {
      System.exit(code); // a thread that belongs to no rank
      return;
    }
    var exit = new RankExit(code);
    throw isJvmEnding() ? exit : seat.leaves(exit); // a shutdown hook would wait for ever
  }

  /** In the place of {@link Runtime#exit}. */
  public static void exit(@Nullable Runtime runtime, int code) {
    exit(code);
  }

  /** In the place of {@link Runtime#halt}. */
  public static void halt(Runtime runtime, int code) {
    if ((code & STATUS) != 0 && Seat.mine() != null && isJvmEnding()) {
      runtime.halt(code); // a shutdown hook whose rank is not to end well
    }
    exit(code);
  }

  /** Whether shutdown hooks run. */
  static boolean isJvmEnding() {
    try {
      boolean unused = Runtime.getRuntime().removeShutdownHook(NOBODY);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }
}
