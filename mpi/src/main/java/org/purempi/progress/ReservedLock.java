package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;

/**
 * A rank's lock, which costs the thread that nearly always takes it no locked instruction: such an
 * instruction waits until all earlier stores are done, and after a send those are stores to memory
 * that another process is reading. Not reentrant.
 *
 * <p>A thread that has taken the lock often, with no other in between, has it <em>reserved</em>.
 *
 * <pre>
 *   the one F it is reserved for          any other B
 *   -----------------------------         ------------------------------------------
 *   inside = true                         takes the common lock (compare-and-set)
 *   is the reservation still valid?       makes the reservation invalid
 *      yes: has the lock                  stops F for a moment
 *      no:  inside = false,               waits until F is not inside: has the lock
 *           goes B's way
 * </pre>
 *
 * Both write, then read what the other writes; F does so with no fence between, and B pays for
 * both: it asks for F's stack, for which the JVM brings F to a safepoint. What F wrote before is
 * visible then, and what F reads after is new. Each reservation has an {@code inside} of its own: F
 * may come late to one that is long over, when another thread has the next.
 *
 * <p>Kawachiya, Koseki, Onodera: Lock Reservation: Java Locks Can Mostly Do Without Atomic
 * Operations, OOPSLA 2002.
 */
@SuppressWarnings("ThreadPriorityCheck") // yielding lets a thread in that wants the lock
final class ReservedLock {
  private static final VarHandle HELD;
  private static final VarHandle INSIDE;
  private static final VarHandle RESERVATION;
  private static final VarHandle CONTENDERS;

  static {
    try {
      var lookup = MethodHandles.lookup();
      HELD = lookup.findVarHandle(ReservedLock.class, "held", boolean.class);
      INSIDE = lookup.findVarHandle(Reservation.class, "inside", boolean.class);
      RESERVATION = lookup.findVarHandle(ReservedLock.class, "reservation", Reservation.class);
      CONTENDERS = lookup.findVarHandle(ReservedLock.class, "contenders", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** What one thread has for a while. */
  private static final class Reservation {
    final Thread owner;

    /** Whether the owner has the lock by it, or looks whether it may. Only the owner writes it. */
    @SuppressWarnings("UnusedVariable")
    private boolean inside;

    Reservation(Thread owner) {
      this.owner = owner;
    }

    boolean isInUse() {
      // Acquire: who finds it false sees what was done inside.
      return (boolean) INSIDE.getAcquire(this);
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

  /** The valid one; only who has the common lock changes it. */
  private @Nullable Reservation reservation;

  /** How many threads wait to enter. */
  @SuppressWarnings("UnusedVariable")
  private int contenders;

  /** The last one that was made invalid; belongs to the common lock. */
  private @Nullable Reservation ended;

  // The rest belongs to the lock.
  private @Nullable Reservation usedNow;
  private @Nullable Thread last;
  private int turns;
  private int threads;

  /** Whether who has the lock now only looks at what others do. */
  private boolean isWatcher;

  ReservedLock() {
    this(Setting.RESERVED_LOCK.isOn() ? TURNS : Integer.MAX_VALUE);
  }

  /** A lock that is reserved for a thread after so many turns. */
  ReservedLock(int turnsToReserve) {
    this.turnsToReserve = turnsToReserve;
  }

  void enter() {
    if (!enterReserved()) {
      enterCommon();
    }
  }

  /** As {@link #enter}, within a time, for a thread that only looks; whether it did. */
  boolean tryEnter(long nanos) {
    if (enterReserved()) {
      return true;
    }
    if (!enterSlowly(System.nanoTime() + nanos)) {
      return false;
    }
    isWatcher = true;
    return true;
  }

  /** Whether no other thread has had the lock before who has it now, watchers left out. */
  boolean hasOneThread() {
    return threads == 0 || (threads == 1 && last == Thread.currentThread());
  }

  void leave() {
    Reservation mine = usedNow;
    if (mine != null) {
      INSIDE.setRelease(mine, false);
    } else {
      countTurn();
      HELD.setRelease(this, false);
    }
  }

  /** Whether a thread is inside, whichever: for assertions. */
  boolean isTaken() {
    Reservation r = reservation;
    return (boolean) HELD.getOpaque(this) || (r != null && r.isInUse());
  }

  /** Whether a thread waits to enter. */
  boolean isWanted() {
    return (int) CONTENDERS.getOpaque(this) != 0;
  }

  private boolean enterReserved() {
    Reservation mine = reservation;
    if (mine == null || mine.owner != Thread.currentThread()) {
      return false;
    }
    assert !mine.isInUse() : "the lock is not reentrant";
    INSIDE.setOpaque(mine, true);
    // Keeps the compiler from exchanging the two; the processor may, see above.
    VarHandle.releaseFence();
    if (RESERVATION.getOpaque(this) != mine) {
      INSIDE.setOpaque(mine, false);
      return false;
    }
    if (usedNow != mine) {
      usedNow = mine;
    }
    return true;
  }

  private void enterCommon() {
    // Acquire: sees everything the previous holder did.
    if (!HELD.compareAndSet(this, false, true)) {
      enterSlowly(NO_DEADLINE);
    } else if (reservation != null || isEndedInUse()) {
      HELD.setRelease(this, false);
      enterSlowly(NO_DEADLINE);
    } else {
      usedNow = null;
    }
  }

  private boolean enterSlowly(long deadlineNanos) {
    CONTENDERS.getAndAdd(this, 1);
    try {
      for (int tries = 0; !takeCommon(); tries++) {
        if (!pause(tries, deadlineNanos)) {
          return false;
        }
      }
      for (int tries = 0; isEndedInUse(); tries++) {
        if (!pause(tries, deadlineNanos)) {
          HELD.setRelease(this, false);
          return false;
        }
      }
      usedNow = null;
      return true;
    } finally {
      CONTENDERS.getAndAdd(this, -1);
    }
  }

  private boolean isEndedInUse() {
    Reservation r = ended;
    return r != null && r.isInUse();
  }

  private boolean takeCommon() {
    return HELD.compareAndSet(this, false, true) && endReservation();
  }

  /** Whether it could; if not, the common lock is given back. */
  @SuppressWarnings("ReturnValueIgnored") // asked for only to bring the thread to a safepoint
  private boolean endReservation() {
    Reservation r = reservation;
    if (r == null) {
      return true;
    }
    boolean isStopped = false;
    try {
      RESERVATION.setVolatile(this, null);
      r.owner.getStackTrace();
      ended = r;
      isStopped = true;
    } catch (OutOfMemoryError noRoomForTheStack) {
      return false; // to be tried again: a thread that waited and comes back must get the lock
    } finally {
      if (!isStopped) {
        reservation = r;
        HELD.setRelease(this, false);
      }
    }
    return true;
  }

  private boolean pause(int tries, long deadlineNanos) {
    if (deadlineNanos != NO_DEADLINE && System.nanoTime() - deadlineNanos >= 0) {
      return false;
    }
    if (tries < SPINS && !Thread.currentThread().isVirtual()) {
      Thread.onSpinWait();
    } else if (tries < SPINS + YIELDS || Thread.currentThread().isInterrupted()) {
      Thread.yield(); // an interrupted thread does not park
    } else {
      LockSupport.parkNanos(this, PARK_NANOS);
    }
    return true;
  }

  private void countTurn() {
    if (isWatcher) {
      isWatcher = false;
      return;
    }
    Thread me = Thread.currentThread();
    if (me != last) {
      last = me;
      turns = 0;
      threads = Math.min(threads + 1, 2);
    } else if (++turns >= turnsToReserve) {
      turns = 0;
      try {
        if (canBeStopped(me)) {
          reservation = new Reservation(me);
        }
      } catch (VirtualMachineError | LinkageError e) {
        // No room, or a thread of a broken class: leave does not throw for what is only a gain.
      }
    }
  }

  /** Not a virtual thread while it is not mounted, nor one that answers for its stack itself. */
  private static boolean canBeStopped(Thread thread) {
    try {
      return !thread.isVirtual()
          && thread.getClass().getMethod("getStackTrace").getDeclaringClass() == Thread.class;
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
