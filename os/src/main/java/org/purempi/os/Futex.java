package org.purempi.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Sleeping on a word of memory that several processes map. Call only when {@link
 * Native#isAvailable}; the first call binds unless {@link Native#isReady}. One object serves one
 * sleeping thread at a time.
 */
public final class Futex {
  /** Between processes, not only between threads of one. */
  private static final long WAIT_SHARED = 0;

  private static final long WAKE_SHARED = 1;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A struct timespec: seconds, nanoseconds. */
  private final MemorySegment timeout = Arena.ofAuto().allocate(16, 8);

  /** A place to sleep for one thread at a time. */
  public Futex() {}

  /**
   * Sleeps while the 4-byte word at {@code offset} is {@code expected}, until {@link #wake}, at
   * most {@code nanos} nanoseconds, or for no reason.
   */
  public void sleep(MemorySegment memory, long offset, int expected, long nanos) {
    timeout.set(ValueLayout.JAVA_LONG, 0, nanos / NANOS_PER_SECOND);
    timeout.set(ValueLayout.JAVA_LONG, 8, nanos % NANOS_PER_SECOND);
    long word = memory.address() + offset;
    Syscall.call(Syscall.NUMBERS.futex, word, WAIT_SHARED, expected, timeout.address());
  }

  /** Wakes one thread, of any process, that sleeps on the word at {@code offset}. */
  public static void wake(MemorySegment memory, long offset) {
    Syscall.call(Syscall.NUMBERS.futex, memory.address() + offset, WAKE_SHARED, 1, 0);
  }
}
