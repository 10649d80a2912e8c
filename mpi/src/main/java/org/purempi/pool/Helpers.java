package org.purempi.pool;

/** Threads beside a rank's own. */
final class Helpers {
  private Helpers() {}

  /**
   * Starts one that does not keep the process alive; virtual if the caller is, as ranks are cheap
   * then.
   */
  static Thread start(String name, Runnable body) {
    Thread.Builder builder =
        Thread.currentThread().isVirtual() ? Thread.ofVirtual() : Thread.ofPlatform().daemon();
    return builder.name("purempi pool: " + name).start(body);
  }
}
