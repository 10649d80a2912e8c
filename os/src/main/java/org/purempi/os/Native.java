package org.purempi.os;

import java.util.Locale;

/** Whether, and when, native calls can be made. */
public final class Native {
  private static final boolean AVAILABLE = find();

  private static boolean isStarted;

  private Native() {}

  /** Whether native calls are possible and allowed here; binds nothing and prints nothing. */
  public static boolean isAvailable() {
    return AVAILABLE;
  }

  /** Whether {@link #prepare} has done its work: calls cost nanoseconds from now on. */
  public static boolean isReady() {
    return Syscall.isBound();
  }

  /** Begins to bind the native function on a thread of its own, if it is available. */
  public static synchronized void prepare() {
    if (AVAILABLE && !isStarted) {
      isStarted = true;
      Thread.ofPlatform().daemon().name("purempi-bind").start(Syscall::bind);
    }
  }

  private static boolean find() {
    String system = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    return system.equals("linux")
        && Syscall.Numbers.ofThisMachine() != null
        && Native.class.getModule().isNativeAccessEnabled();
  }
}
