package org.purempi.context;

import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** The contexts that one process makes. */
public final class ContextIds {
  private static final int COUNTER_BITS = 22;
  private static final int PART_BITS = 2;
  private static final int FIRST_FREE = 2;

  /** No job has so many processes. */
  private static final long LAST_PROCESS = (1 << 20) - 1;

  private final long process;
  private final java.util.ArrayDeque<Integer> returned = new java.util.ArrayDeque<>();
  private int next = FIRST_FREE;

  /** For the process with this number in the job. */
  public ContextIds(int process) {
    this.process = process;
  }

  /** The context of the world that a process makes after {@code earlier} others. */
  public static long world(int earlier) {
    return earlier == 0 ? 0 : (long) ((1 << COUNTER_BITS) - earlier) << PART_BITS;
  }

  /** The context of all processes, for what happens before any communicator is made. */
  static long everyone() {
    return LAST_PROCESS << (COUNTER_BITS + PART_BITS);
  }

  /** The context of this process alone. */
  public long self() {
    return id(1);
  }

  private long id(int counter) {
    return (process << (COUNTER_BITS + PART_BITS)) | ((long) counter << PART_BITS);
  }

  /** A context that no other communicator has. */
  public synchronized long take() {
    Integer again = returned.poll();
    if (again != null) {
      return id(again);
    }
    if (next >= 1 << COUNTER_BITS) {
      throw new MpiException(
          ErrorClass.OTHER,
          "process "
              + process
              + " has made "
              + next
              + " communicators: there are no more contexts");
    }
    return id(next++);
  }

  /** Gives back a context that was taken here and that nobody has used. */
  public synchronized void giveBack(long context) {
    returned.push((int) (context >>> PART_BITS) & ((1 << COUNTER_BITS) - 1));
  }
}
