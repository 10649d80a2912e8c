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

  private final int code;

  private RankExit(int code) {
    super("rank exits with code " + code, null, false, false);
    this.code = code;
  }

  int code() {
    return code;
  }

  /** In the place of {@link System#exit}. */
  public static void exit(int code) {
    Seat seat = Seat.mine();
    if (seat == null) {
      System.exit(code); // a thread that belongs to no rank
      return;
    }
    throw seat.leaves(new RankExit(code));
  }

  /** In the place of {@link Runtime#exit} and {@link Runtime#halt}. */
  public static void exit(@Nullable Runtime runtime, int code) {
    exit(code);
  }
}
