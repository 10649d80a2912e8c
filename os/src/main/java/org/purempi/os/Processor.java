package org.purempi.os;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Which processor a thread runs on. One object serves one thread at a time. */
public final class Processor {
  /** What is answered where nobody can tell. */
  public static final int UNKNOWN = -1;

  /** What the call fills: an unsigned int. */
  private final MemorySegment number = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);

  /** For one thread. */
  public Processor() {}

  /**
   * The processor that the current (platform) thread runs on, from 0, or {@link #UNKNOWN}: a system
   * call, and true no longer than until the kernel moves the thread. Call only when {@link
   * Native#isReady}.
   */
  public int current() {
    long result = Syscall.call(Syscall.NUMBERS.getCpu, number.address(), 0, 0, 0);
    return result < 0 ? UNKNOWN : number.get(ValueLayout.JAVA_INT, 0);
  }
}
