package org.purempi.progress;

/**
 * Whether a rank that shares its core polls on for a moment before it gives the core away.
 *
 * <p>When two ranks that talk to each other have a core each, messages fly between them in a tenth
 * of the time that a switch of processes takes, as long as neither yields. Nobody tells a rank
 * whether its partner runs, but the partner's answers do: they come within a microsecond, or not
 * before the core has been given away. So now and then a rank polls on, and goes on to do so as
 * long as answers come; when the kernel takes one of the two off its core, the other soon yields
 * too, and another pair has both cores. From Arpaci-Dusseau, Culler, Mainwaring: "Scheduling with
 * Implicit Information in Distributed Systems" (SIGMETRICS 1998). Belongs to the lock.
 */
final class Coscheduling {
  /**
   * What it costs to be wrong: some switches. Shorter than an answer that has to be unpacked and
   * packed first, no attempt succeeds.
   */
  static final long POLL_ON_NANOS = 8_000;

  /**
   * Polling on must succeed four times as often as it fails: a success gains less than a switch.
   */
  private static final int LOSS = 4;

  private static final int MOST_CREDIT = 2 * LOSS;

  /** Waits from one attempt to the next. */
  private static final int SHORTEST_PAUSE = 32;

  private static final int LONGEST_PAUSE = 1024;

  private final boolean isPossible;
  private int credit;
  private int pause = SHORTEST_PAUSE;
  private int waits;

  /** For a rank that yields soon; one that spins for long anyway need not attempt anything. */
  Coscheduling(boolean isPossible) {
    this.isPossible = isPossible;
  }

  /** Whether to poll on in this wait. */
  boolean isWorthwhile() {
    if (credit > 0) {
      return true;
    }
    if (!isPossible || ++waits < pause) {
      return false;
    }
    waits = 0;
    return !Thread.currentThread().isVirtual();
  }

  /** What was waited for has come while the rank polled on. */
  void succeeded() {
    credit = Math.min(credit + 1, MOST_CREDIT);
    if (credit == MOST_CREDIT) {
      pause = SHORTEST_PAUSE;
    }
  }

  /** It has not. */
  void failed() {
    credit = Math.max(credit - LOSS, 0);
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
}
