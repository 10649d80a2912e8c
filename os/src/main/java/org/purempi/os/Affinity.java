package org.purempi.os;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Which processors threads may run on. */
public final class Affinity {
  private static final int BITS = Long.SIZE;
  private static final Path STATUS = Path.of("/proc/thread-self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private Affinity() {}

  /**
   * The processors that the current (platform) thread may run on, ascending.
   *
   * @throws IOException where the system does not tell
   */
  public static List<Integer> allowed() throws IOException {
    String list = "";
    for (String line : Files.readAllLines(STATUS)) {
      if (line.startsWith(ALLOWED)) {
        list = line.substring(ALLOWED.length()).strip();
      }
    }
    if (list.isEmpty()) {
      throw new IOException(STATUS + " has no " + ALLOWED);
    }
    return numbers(list);
  }

  private static List<Integer> numbers(String list) throws IOException {
    List<Integer> numbers = new ArrayList<>();
    for (String range : list.split(",", -1)) {
      if (!range.matches("[0-9]{1,9}(-[0-9]{1,9})?")) {
        throw new IOException(STATUS + " has an odd " + ALLOWED + " " + list);
      }
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int number = Integer.parseInt(ends[0]); number <= last; number++) {
        numbers.add(number);
      }
    }
    return numbers;
  }

  /**
   * Binds a thread, and what it starts from now on, to {@code processors} (numbers from 0); false
   * when that is not available, not permitted or there is no such processor.
   *
   * @param thread the kernel's number of the thread; a process's number means its first thread; 0
   *     is the calling (platform) thread
   */
  public static boolean bind(long thread, int... processors) {
    if (!Native.isAvailable() || processors.length == 0) {
      return false;
    }
    int highest = 0;
    for (int processor : processors) {
      highest = Math.max(highest, processor);
    }
    try (Arena arena = Arena.ofConfined()) {
      long bytes = (highest / BITS + 1L) * Long.BYTES;
      MemorySegment mask = arena.allocate(bytes, Long.BYTES);
      for (int processor : processors) {
        long at = processor / BITS;
        long word = mask.getAtIndex(ValueLayout.JAVA_LONG, at);
        mask.setAtIndex(ValueLayout.JAVA_LONG, at, word | 1L << processor % BITS);
      }
      return Syscall.call(Syscall.NUMBERS.setAffinity, thread, bytes, mask.address(), 0) >= 0;
    }
  }
}
