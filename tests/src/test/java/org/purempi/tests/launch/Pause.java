package org.purempi.tests.launch;

/** Waiting a moment between two looks. */
final class Pause {
  private static final long SHORT_MILLIS = 10;

  private Pause() {}

  static void shortly() {
    try {
      Thread.sleep(SHORT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
