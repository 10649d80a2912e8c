package org.purempi.transport.shm;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.purempi.memory.SharedWords;
import org.purempi.os.Affinity;

/**
 * The processors that the ranks of a shared file may use, all together. Each rank notes its own
 * before it counts as one that has opened the file: launchers bind ranks to different ones, and all
 * ranks must answer alike whether they share cores. Where some rank may not use all of its own at
 * once, the smallest such share counts for all.
 *
 * <pre>
 *   │0 limit│128 a bit for each processor│
 * </pre>
 *
 * @param memory the shared file
 * @param at where they are noted
 */
record CommonCores(MemorySegment memory, long at) {
  private static final int MOST = 4096;
  private static final int PROCESSORS_AT = SharedWords.LINE_BYTES;
  private static final int NO_LIMIT = 0;

  /** Bytes of the notes. */
  static final int BYTES = PROCESSORS_AT + MOST / Byte.SIZE;

  /** Notes those of this process. */
  void addOwn() {
    int usable = Runtime.getRuntime().availableProcessors();
    List<Integer> processors;
    try {
      processors = Affinity.allowed();
    } catch (IOException unknown) {
      processors = List.of();
    }
    add(processors, usable);
  }

  /**
   * Notes those of one rank.
   *
   * @param processors their numbers
   * @param usable how many of them it may use at once: a container's share may be fewer
   */
  void add(List<Integer> processors, int usable) {
    boolean isKnown = !processors.isEmpty();
    for (int processor : processors) {
      isKnown &= processor < MOST;
      if (processor < MOST) {
        long word = at + PROCESSORS_AT + (long) processor / Long.SIZE * Long.BYTES;
        // Volatile, as all here: the count of those who have opened the file publishes it.
        long unused =
            (long) SharedWords.LONG.getAndBitwiseOr(memory, word, 1L << processor % Long.SIZE);
      }
    }
    if (usable < processors.size() || !isKnown) {
      limit(usable);
    }
  }

  private void limit(int usable) {
    int before = (int) SharedWords.INT.getVolatile(memory, at);
    while (before == NO_LIMIT || usable < before) {
      int found = (int) SharedWords.INT.compareAndExchange(memory, at, before, usable);
      if (found == before) {
        return;
      }
      before = found;
    }
  }

  /** How many they are; the same for every rank once all have opened the file. */
  int number() {
    int number = 0;
    for (int word = 0; word < MOST / Long.SIZE; word++) {
      long bits =
          (long)
              SharedWords.LONG.getVolatile(memory, at + PROCESSORS_AT + (long) word * Long.BYTES);
      number += Long.bitCount(bits);
    }
    int limit = (int) SharedWords.INT.getVolatile(memory, at);
    if (limit == NO_LIMIT) {
      return number;
    }
    return number == 0 ? limit : Math.min(number, limit);
  }
}
