package org.purempi.progress;

import org.purempi.setting.Setting;

/**
 * How long a waiter spins, yields and sleeps.
 *
 * <p>With a core for each rank, spinning answers fastest, as long as the wait is shorter than a
 * thread of the JVM needs the core. With more ranks than cores a spinning rank keeps the one it
 * waits for from running, so it yields almost at once. Either way it sleeps after a while, and
 * never burns a core that another process could use.
 *
 * @param spins empty polls before the first yield
 * @param yields yields before the first sleep
 * @param longestSleepNanos how long it sleeps at most before it looks around unasked
 */
public record Patience(int spins, int yields, long longestSleepNanos) {
  private static final int SPINS_WITH_OWN_CORE = 2_000;
  private static final int SPINS_SHARED = 1;
  private static final int YIELDS = 20_000;
  private static final int YIELDS_IN_CROWD = 200;
  private static final int CROWD_PER_CORE = 8;
  private static final long SLEEP_NANOS = 10_000_000;

  /** A core wakes two thousand sleepers a second and has nine tenths of its time for others. */
  private static final long SLEEP_NANOS_PER_SLEEPER = 500_000;

  /** Sleeps of 10 ms, as they are where a bell may go unheard. */
  public Patience(int spins, int yields) {
    this(spins, yields, SLEEP_NANOS);
  }

  /** For {@code ranks} ranks that have so many cores together. */
  public static Patience forRanks(int ranks, int cores) {
    int spins = ranks <= cores ? SPINS_WITH_OWN_CORE : SPINS_SHARED;
    int yields = ranks <= CROWD_PER_CORE * cores ? YIELDS : YIELDS_IN_CROWD;
    return new Patience((int) Setting.SPINS.number(spins), (int) Setting.YIELDS.number(yields));
  }

  /** The same where every bell is heard: many ranks then wake each other less often. */
  public Patience ofSoundSleepers(int ranks, int cores) {
    long nanos = SLEEP_NANOS_PER_SLEEPER * ranks / cores;
    return new Patience(spins, yields, Math.max(nanos, longestSleepNanos));
  }

  /**
   * Frames that a waiter takes from one peer before it looks whether it has what it waits for: who
   * looks for a second one takes the line in which a sender with a core of its own may just be
   * writing it (docs/decisions/waiting.md).
   */
  int frames() {
    return givesWay() ? Integer.MAX_VALUE : 1;
  }

  /**
   * Empty polls before this thread sleeps. Virtual threads that yield hand their carriers to each
   * other only: while they do, no carrier looks at what other threads have woken, and these
   * carriers keep cores that threads of the platform wait for, such as those of a file's
   * background. To wake a virtual thread costs little.
   */
  int pollsBeforeSleep() {
    return spins
        + (Thread.currentThread().isVirtual() ? Math.min(yields, YIELDS_IN_CROWD) : yields);
  }

  /** Whether it yields its core almost at once, because other ranks want it. */
  boolean givesWay() {
    return spins <= SPINS_SHARED;
  }
}
