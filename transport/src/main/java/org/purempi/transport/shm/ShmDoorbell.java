package org.purempi.transport.shm;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.memory.Board;
import org.purempi.memory.SharedWords;
import org.purempi.memory.Traffic;
import org.purempi.os.Futex;
import org.purempi.os.Native;
import org.purempi.transport.Doorbell;

/**
 * Sleeps on the rank's bell word in the shared segment.
 *
 * <pre>
 *   AWAKE ── arm ──▶ ARMED ── sleep ──▶ IN_FUTEX
 *     ▲                │                   │
 *     └────────────────┴──── a ring ───────┘   (from IN_FUTEX it also wakes the futex)
 * </pre>
 *
 * <p><b>Missed rings.</b> A sender publishes its frame with release and then reads the bell without
 * a fence in between, because the fence would cost every frame 8 ns, and more while the receiver
 * looks at the line. Its frame may thus still be in its store buffer while it reads a bell that we
 * arm only a moment later, and it does not ring. Our poll after arming misses the frame too. A
 * store buffer drains within a microsecond, so we look again several times before we sleep; and
 * should even that fail (the sender's virtual processor was taken away in that very moment) the
 * sleep is limited: 1 ms at first, growing to 10. A missed ring costs a delay, never a hang.
 *
 * <p><b>Without native calls</b> (not granted, or not bound yet: binding costs 40 to 80 ms and is
 * begun only by ranks that sleep for long) and in virtual threads, whose carrier a native call
 * would hold, the sleep is a series of short timed parks with a look at the bell and the rings in
 * between.
 */
final class ShmDoorbell implements Doorbell {
  private static final int LOOKS_BEFORE_SLEEP = 20;
  private static final long FIRST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LONGEST_SLEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long FIRST_PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
  private static final long LONGEST_PARK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** A rank that has parked for so long in all begins to bind the futex. */
  private static final long PARKED_BEFORE_BINDING_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Segment segment;
  private final MemorySegment memory;
  private final int rank;
  private final long bellAt;
  private final Traffic exchange;

  private @Nullable Futex futex;
  private long sleepNanos = FIRST_SLEEP_NANOS;
  private long parkedNanos;

  /** Who parks, for rings from this process; null while nobody does. */
  private volatile @Nullable Thread parked;

  ShmDoorbell(Segment segment, int rank, Traffic exchange) {
    this.segment = segment;
    this.memory = segment.memory();
    this.rank = rank;
    this.bellAt = segment.board().bellAt(rank);
    this.exchange = exchange;
  }

  @Override
  public void arm() {
    // Opaque, ordered by the fence: what was published before it is seen by the polls after it.
    SharedWords.INT.setOpaque(memory, bellAt, Board.ARMED);
    VarHandle.fullFence();
  }

  @Override
  public void sleep(long nanos) {
    for (int look = 0; look < LOOKS_BEFORE_SLEEP; look++) {
      if (isRung() || exchange.hasArrivals()) {
        return;
      }
      Thread.onSpinWait();
    }
    if (nanos <= 0) {
      return;
    }
    if (Native.isReady() && !Thread.currentThread().isVirtual()) {
      sleepInFutex(nanos);
    } else {
      parkInTurns(nanos);
    }
  }

  @Override
  public void disarm() {
    // Opaque: orders nothing.
    SharedWords.INT.setOpaque(memory, bellAt, Board.AWAKE);
  }

  /** Any thread may call this at any time, also while another one closes the transport. */
  @Override
  public void ring() {
    segment.wake(rank);
    LockSupport.unpark(parked);
  }

  private boolean isRung() {
    // Acquire: who rang had published its frame.
    return (int) SharedWords.INT.getAcquire(memory, bellAt) == Board.AWAKE;
  }

  private void sleepInFutex(long nanos) {
    Futex bed = futex;
    if (bed == null) {
      bed = new Futex();
      futex = bed;
    }
    // Volatile: fails when somebody has rung since arm.
    if (!SharedWords.INT.compareAndSet(memory, bellAt, Board.ARMED, Segment.IN_FUTEX)) {
      return;
    }
    bed.sleep(memory, bellAt, Segment.IN_FUTEX, Math.min(nanos, sleepNanos));
    sleepNanos = isRung() ? FIRST_SLEEP_NANOS : Math.min(2 * sleepNanos, LONGEST_SLEEP_NANOS);
  }

  private void parkInTurns(long nanos) {
    long start = System.nanoTime();
    long turn = FIRST_PARK_NANOS;
    boolean wasInterrupted = Thread.interrupted();
    parked = Thread.currentThread();
    long slept = 0;
    while (slept < nanos && !isRung() && !exchange.hasArrivals()) {
      LockSupport.parkNanos(this, Math.min(turn, nanos - slept));
      // An interrupt is remembered for later; parks would not sleep with the flag set.
      wasInterrupted |= Thread.interrupted();
      turn = Math.min(2 * turn, LONGEST_PARK_NANOS);
      slept = System.nanoTime() - start;
    }
    parked = null;
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
    parkedNanos += slept;
    if (parkedNanos > PARKED_BEFORE_BINDING_NANOS) {
      Native.prepare();
    }
  }
}
