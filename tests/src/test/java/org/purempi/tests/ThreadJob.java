package org.purempi.tests;

import org.purempi.tool.HangException;

/** Runs one case on ranks that are threads of this JVM. */
final class ThreadJob {
  private ThreadJob() {}

  static void run(RankCase c, int ranks, boolean virtual) {
    try {
      new org.purempi.tool.ThreadJob(ranks, virtual, c.limit()).run(c::run);
    } catch (HangException e) {
      throw new AssertionError(c.name() + " hangs: " + e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new AssertionError(c.name() + " on " + ranks + " threads", e);
    }
  }
}
