package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Where ranks begin a turn that are more than the processors: at the same places for every
 * contestant, in blocks in one round and dealt out in the next.
 *
 * <pre>
 *   odd rounds    0: ranks 0 1   1: ranks 2 3      partners 0 and 2, 1 and 3 are apart
 *   even rounds   0: ranks 0 2   1: ranks 1 3      partners are together
 * </pre>
 *
 * Partners on one processor take three times as long as partners apart, and where ranks are woken
 * is an accident that lasts. They are only put there: soon after they have begun, the kernel may
 * move them as it likes.
 */
final class Places {

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";
  private static final String TASKSET =
      "while [ $# -gt 0 ]; do taskset -acp \"$1\" \"$2\"; shift 2; done >/dev/null 2>&1";
  private static final int SETTLE_MILLIS = 10;
  private static final int LIMIT_SECONDS = 5;

  private final String allowed;
  private final List<Integer> processors;
  private final List<Long> pids;

  private Places(String allowed, List<Integer> processors, List<Long> pids) {
    this.allowed = allowed;
    this.processors = processors;
    this.pids = pids;
  }

  /**
   * The places of a crew.
   *
   * @param pids of the ranks, in rank order
   * @param cpus the processors that each may use
   */
  static Places of(List<Long> pids, List<String> cpus) {
    String allowed = allowed();
    List<Integer> processors = processors(allowed);
    boolean free = cpus.stream().allMatch(allowed::equals);
    boolean one = pids.stream().distinct().count() == pids.size();
    boolean many = processors.size() > 1 && pids.size() > processors.size();
    return new Places(allowed, processors, free && one && many ? pids : List.of());
  }

  private static String allowed() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(ALLOWED))
          .findFirst()
          .map(line -> line.substring(ALLOWED.length()).strip())
          .orElse("");
    } catch (IOException e) {
      return ""; // not Linux: nobody is put anywhere
    }
  }

  /** The numbers of a list such as {@code 0-3,8}. */
  static List<Integer> processors(String list) {
    var numbers = new ArrayList<Integer>();
    for (String range : list.isEmpty() ? new String[0] : list.split(",", -1)) {
      String[] ends = range.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      IntStream.rangeClosed(Integer.parseInt(ends[0]), last).forEach(numbers::add);
    }
    return numbers;
  }

  /** The processor where each of so many ranks begins in a round. */
  static List<Integer> places(int ranks, List<Integer> processors, int round) {
    int n = processors.size();
    return IntStream.range(0, ranks)
        .map(rank -> Math.floorMod(round, 2) == 1 ? rank * n / ranks : rank % n)
        .mapToObj(processors::get)
        .toList();
  }

  /** The ranks, which sleep, will wake up in their places. */
  void take(int round) {
    List<Integer> places = places(pids.size(), processors, round);
    taskset(places.stream().map(String::valueOf).toList());
  }

  /** The ranks have begun: from now on the kernel may move them. */
  void leave() {
    if (!pids.isEmpty()) {
      try {
        Thread.sleep(SETTLE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    taskset(pids.stream().map(pid -> allowed).toList());
  }

  /** Binds all threads of each rank. A rank that has ended is somebody else's business. */
  private void taskset(List<String> lists) {
    if (pids.isEmpty()) {
      return;
    }
    var words = new ArrayList<>(List.of("sh", "-c", TASKSET, "taskset"));
    for (int i = 0; i < pids.size(); i++) {
      words.addAll(List.of(lists.get(i), Long.toString(pids.get(i))));
    }
    try {
      boolean unused = new ProcessBuilder(words).start().waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      throw new IllegalStateException("cannot put the ranks in their places: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
