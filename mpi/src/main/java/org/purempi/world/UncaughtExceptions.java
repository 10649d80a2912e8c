package org.purempi.world;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * An exception that a thread does not catch ends the job of the rank that has started the thread,
 * as in a process. A handler that the program or somebody else in this JVM has set stays in its
 * place.
 */
final class UncaughtExceptions implements Thread.UncaughtExceptionHandler {
  private static final UncaughtExceptions HANDLER = new UncaughtExceptions();
  private static int watchers;

  private UncaughtExceptions() {}

  /** Until {@link #unwatch} is called as often. */
  static synchronized void watch() {
    if (watchers++ == 0 && Thread.getDefaultUncaughtExceptionHandler() == null) {
      Thread.setDefaultUncaughtExceptionHandler(HANDLER);
    }
  }

  static synchronized void unwatch() {
    if (--watchers == 0 && Thread.getDefaultUncaughtExceptionHandler() == HANDLER) {
      Thread.setDefaultUncaughtExceptionHandler(null);
    }
  }

  /** On the thread that ends. */
  @Override
  public void uncaughtException(Thread thread, Throwable e) {
    if (e instanceof RankExit) {
      return; // has been told of when it was thrown
    }
    Badge badge = Badge.mine();
    if (badge == null || !badge.world().failed(badge.rank(), e)) {
      System.err.print(text("Exception in thread \"" + thread.getName() + "\" ", e));
    }
  }

  /** An exception with its stack, to be printed in one piece: other threads may print as well. */
  static String text(String before, Throwable e) {
    var text = new StringWriter();
    text.append(before);
    e.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
