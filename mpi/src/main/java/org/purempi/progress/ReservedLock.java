package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A rank's lock, which costs the thread that nearly always takes it no locked instruction: such an
 * instruction waits until all earlier stores are done, and after a send those are stores to memory
 * that another process is reading. Not reentrant.
 *
 * <p>A thread that has taken the lock often, with no other in between, has it <em>reserved</em>.
 *
 * <pre>
 *   the one F it is reserved for       any other B
 *   ----------------------------       ------------------------------------
 *   inside = true                      takes the common lock (compare-and-set)
 *   reserved for F still?              reserved for nobody
 *      yes: has it                     stops F for a moment
 *      no:  inside = false,            waits until F is not inside: has it
 *           goes B's way
 * </pre>
 *
 * Both write, then read what the other writes; F does so with no fence between, and B pays for
 * both: it asks for F's stack, for which the JVM brings F to a safepoint. What F wrote before is
 * visible then, and what F reads after is new.
 *
 * <p>Kawachiya, Koseki, Onodera: Lock Reservation: Java Locks Can Mostly Do Without Atomic
 * Operations, OOPSLA 2002.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding lets a thread in that wants the lock
final class ReservedLock {
  private static final VarHandle HELD;
  private static final VarHandle INSIDE;
  private static final VarHandle RESERVED;
  private static final VarHandle CONTENDERS;

  static {
    try {
      var lookup = MethodHandles.lookup();
      HELD = lookup.findVarHandle(ReservedLock.class, "held", boolean.class);
      INSIDE = lookup.findVarHandle(ReservedLock.class, "inside", boolean.class);
      RESERVED = lookup.findVarHandle(ReservedLock.class, "reserved", Thread.class);
      CONTENDERS = lookup.findVarHandle(ReservedLock.class, "contenders", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Stopping a thread costs as much as some thousand locked instructions. */
  private static final int TURNS = 4096;

  private static final long NO_DEADLINE = Long.MAX_VALUE;
  private static final int SPINS = 100;
  private static final int YIELDS = 50;
  private static final long PARK_NANOS = 20_000;

  private final int turnsToReserve;

  /** The common lock. */
  @SuppressWarnings("UnusedVariable")
  private boolean held;

  /** Whether the thread that has the lock reserved is in, or looks whether it may be. */
  @SuppressWarnings("UnusedVariable")
  private boolean inside;

  /** For whom the lock is reserved; only who has the common lock changes it. */
  private @Nullable Thread reserved;

  /** How many threads wait to enter. */
  @SuppressWarnings("UnusedVariable")
  private int contenders;

  // The rest belongs to the lock.
  private boolean byReservation;
  private @Nullable Thread last;
  private int turns;

  ReservedLock() {
    this(TURNS);
  }

  /** A lock that is reserved for a thread after so many turns. */
  ReservedLock(int turnsToReserve) {
    this.turnsToReserve = turnsToReserve;
  }

  void enter() {
    if (reserved != Thread.currentThread() || !enterReserved()) {
      enterCommon();
    }
  }

  /** As {@link #enter}, within a time; whether it did. */
  boolean tryEnter(long nanos) {
    boolean isMine = reserved == Thread.currentThread() && enterReserved();
    return isMine || enterSlowly(System.nanoTime() + nanos);
  }

  void leave() {
    if (byReservation) {
      // Release: who finds it false sees what was done inside.
      INSIDE.setRelease(this, false);
    } else {
      countTurn();
      HELD.setRelease(this, false);
    }
  }

  /** Whether a thread waits to enter. */
  boolean isWanted() {
    return (int) CONTENDERS.getOpaque(this) != 0;
  }

  private boolean enterReserved() {
    INSIDE.setOpaque(this, true);
    // Keeps the compiler from exchanging the two; the processor may, see above.
    VarHandle.releaseFence();
    if (RESERVED.getOpaque(this) == Thread.currentThread()) {
      byReservation = true;
      return true;
    }
    INSIDE.setOpaque(this, false);
    return false;
  }

  private void enterCommon() {
    // Acquire: sees everything the previous holder did.
    if (!HELD.compareAndSet(this, false, true)) {
      enterSlowly(NO_DEADLINE);
    } else if (reserved != null || (boolean) INSIDE.getAcquire(this)) {
      HELD.setRelease(this, false);
      enterSlowly(NO_DEADLINE);
    } else {
      byReservation = false;
    }
  }

  private boolean enterSlowly(long deadlineNanos) {
    CONTENDERS.getAndAdd(this, 1);
    try {
      for (int tries = 0; !HELD.compareAndSet(this, false, true); tries++) {
        if (!pause(tries, deadlineNanos)) {
          return false;
        }
      }
      endReservation();
      for (int tries = 0; (boolean) INSIDE.getAcquire(this); tries++) {
        if (!pause(tries, deadlineNanos)) {
          HELD.setRelease(this, false);
          return false;
        }
      }
      byReservation = false;
      return true;
    } finally {
      CONTENDERS.getAndAdd(this, -1);
    }
  }

  @SuppressWarnings("ReturnValueIgnored") // asked for only to bring the thread to a safepoint
  private void endReservation() {
    Thread owner = reserved;
    if (owner != null) {
      RESERVED.setVolatile(this, null);
      owner.getStackTrace();
    }
  }

  private boolean pause(int tries, long deadlineNanos) {
    if (deadlineNanos != NO_DEADLINE && System.nanoTime() - deadlineNanos >= 0) {
      return false;
    }
    if (tries < SPINS && !Thread.currentThread().isVirtual()) {
      Thread.onSpinWait();
    } else if (tries < SPINS + YIELDS) {
      Thread.yield();
    } else {
      LockSupport.parkNanos(this, PARK_NANOS);
    }
    return true;
  }

  /** A virtual thread, which nothing stops at a safepoint while it is not mounted, gets none. */
  private void countTurn() {
    Thread me = Thread.currentThread();
    if (me != last) {
      last = me;
      turns = 0;
    } else if (++turns >= turnsToReserve && !me.isVirtual()) {
      turns = 0;
      reserved = me;
    }
  }
}
