package org.purempi.record;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * One call, as it lies in a file: {@value #BYTES} bytes in the order of the host.
 *
 * <pre>
 *    0  begin       long   System.nanoTime of the rank's host; 0: nothing was written here
 *    8  end         long   the same
 *   16  bytes       long   of the message, or what this rank gives to a collective; −1: not known
 *   24  peer        int    in the world; −1: none
 *   28  tag         int
 *   32  order       int    messages: as many have been sent, or receives posted, before it;
 *                          collectives: as many on this communicator before it; −1: none
 *   36  communicator short, what     short    numbers of names
 *   40  site        int    number of the program's line; 0: not known
 *   44  thread      int    number of the thread
 * </pre>
 *
 * @param begin when it was called; of {@link Family#RECEIVED} when the receive was posted
 * @param end when it returned; of {@link Family#RECEIVED} when the program has learnt of it
 * @param what the call's name, a number
 */
public record CallRecord(
    long begin,
    long end,
    long bytes,
    int peer,
    int tag,
    int order,
    int communicator,
    int what,
    int site,
    int thread) {
  /** The length of each. */
  public static final int BYTES = 48;

  /** In place of a peer or an order. */
  public static final int NONE = -1;

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final int MASK = 0xFFFF;
  private static final long LOW = 0xFFFF_FFFFL;

  static void write(
      MemorySegment to,
      long at,
      long begin,
      long end,
      long bytes,
      int peer,
      int tag,
      int order,
      int communicator,
      int what,
      int site,
      int thread) {
    to.set(LONG, at + 8, end);
    to.set(LONG, at + 16, bytes);
    to.set(LONG, at + 24, (peer & LOW) | (long) tag << Integer.SIZE);
    to.set(LONG, at + 32, (order & LOW) | (long) (what << 16 | communicator) << 32);
    to.set(LONG, at + 40, (site & LOW) | (long) thread << Integer.SIZE);
    to.set(LONG, at, begin); // last: who finds it finds the rest
  }

  /** The record at a position; its begin is 0 if nothing was written there. */
  static CallRecord read(MemorySegment from, long at) {
    int names = from.get(INT, at + 36);
    return new CallRecord(
        from.get(LONG, at),
        from.get(LONG, at + 8),
        from.get(LONG, at + 16),
        from.get(INT, at + 24),
        from.get(INT, at + 28),
        from.get(INT, at + 32),
        names & MASK,
        names >>> Short.SIZE,
        from.get(INT, at + 40),
        from.get(INT, at + 44));
  }
}
