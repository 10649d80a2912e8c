package org.purempi.context;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.protocol.ContextOwner;

/**
 * The contexts that one process makes. The first are used once, for a program that makes few
 * communicators should pay nothing; the others again, when all ranks have left them.
 */
public final class ContextIds implements ContextOwner {
  private static final int COUNTER_BITS = 22;
  private static final int PART_BITS = 2;
  private static final int FIRST_FREE = 2;
  private static final int FIRST_USED_AGAIN = 1 << 16;

  /** What is above is for worlds. */
  private static final int END = (1 << COUNTER_BITS) - (1 << 16);

  /** So many contexts rest before the first of them is used again. */
  private static final int RESTING = 1 << 10;

  /** Those of {@link #draw} have the highest bit, and no job has so many processes. */
  private static final int SHARED_BITS = 42;

  /** No job has so many processes. */
  private static final long LAST_PROCESS = (1 << 20) - 1;

  private final long process;
  private final Deque<Integer> unused = new ArrayDeque<>();
  private final Deque<Integer> left = new ArrayDeque<>();

  /** How many ranks have yet to leave; negative while the process itself has not. */
  private final Map<Integer, Integer> leaving = new HashMap<>();

  private int next = FIRST_FREE;

  /** For the process with this number in the job. */
  public ContextIds(int process) {
    this.process = process;
  }

  /** The context of the world that a process makes after {@code earlier} others. */
  public static long world(int earlier) {
    return earlier == 0 ? 0 : (long) ((1 << COUNTER_BITS) - earlier) << PART_BITS;
  }

  /** How many worlds a process made before the one that has a context; see {@link #world}. */
  public static int earlierWorlds(long worldContext) {
    return worldContext == 0 ? 0 : (1 << COUNTER_BITS) - counter(worldContext);
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
    Integer again = unused.poll();
    if (again == null && (left.size() > RESTING || next >= END)) {
      again = left.poll();
    }
    if (again != null) {
      return id(again);
    }
    if (next >= END) {
      throw new MpiException(
          ErrorClass.OTHER,
          "process "
              + process
              + " has made "
              + next
              + " communicators that are in use: close those that are not needed any more");
    }
    return id(next++);
  }

  /**
   * A context for ranks of several jobs, of which each numbers its own. Drawn from two million
   * million: with a thousand in use at once, two are the same once in four million times.
   */
  public static long draw() {
    long bit = 1L << (SHARED_BITS - 1);
    long drawn = ThreadLocalRandom.current().nextLong(bit - (1L << COUNTER_BITS));
    return (bit | drawn) << PART_BITS; // below those of everyone()
  }

  /** Whether a context was made by {@link #draw}. */
  private static boolean isDrawn(long context) {
    long process = context >>> (COUNTER_BITS + PART_BITS);
    return process > LAST_PROCESS / 2 && process != LAST_PROCESS;
  }

  /** Gives back a context that was taken here and that nobody has used. */
  public synchronized void giveBack(long context) {
    if (!isDrawn(context)) {
      unused.push(counter(context));
    }
  }

  private static int counter(long context) {
    return (int) (context >>> PART_BITS) & ((1 << COUNTER_BITS) - 1);
  }

  @Override
  public int owner(long context) {
    int counter = counter(context);
    return counter < FIRST_USED_AGAIN || counter >= END || isDrawn(context)
        ? -1
        : (int) (context >>> (COUNTER_BITS + PART_BITS));
  }

  @Override
  public synchronized void left(long context, int ranks) {
    int counter = counter(context);
    if (leaving.merge(counter, ranks - 1, Integer::sum) == 0) {
      leaving.remove(counter);
      left.add(counter);
    }
  }
}
