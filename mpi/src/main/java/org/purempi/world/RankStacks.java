package org.purempi.world;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.purempi.pmi.RankReport;
import org.purempi.tool.ProgramStack;

/**
 * Where the program of a rank is: its main thread, then the other threads that run its code; of
 * each the call into the library and the program's own frames. Any thread.
 */
final class RankStacks {
  private static final double NO_TIME = -1;
  private static final String INDENT = "  at ";

  /** In the names of classes that nobody has written, and that differ from rank to rank. */
  private static final String LAMBDA = "$$Lambda";

  private final boolean isFull;
  private final List<String> lines = new ArrayList<>();

  private RankStacks(boolean isFull) {
    this.isFull = isFull;
  }

  /** Of a rank that is this process; with all frames of all threads if {@code isFull}. */
  static RankReport ofProcess(int rank, Thread main, boolean isFull) {
    return of(rank, main, Thread.getAllStackTraces(), isFull);
  }

  /** Of ranks that are threads of this process. */
  static List<RankReport> ofThreads(HangWatch.Ranks ranks, boolean isFull) {
    List<RankReport> all = new ArrayList<>();
    for (int rank = 0; rank < ranks.size(); rank++) {
      Map<Thread, StackTraceElement[]> stacks = stacks(ranks.group(rank));
      all.add(of(rank, ranks.thread(rank), stacks, isFull));
    }
    return all;
  }

  private static Map<Thread, StackTraceElement[]> stacks(@Nullable ThreadGroup group) {
    Map<Thread, StackTraceElement[]> stacks =
        new TreeMap<>(Comparator.comparingLong(Thread::threadId));
    if (group != null) {
      Thread[] members = new Thread[group.activeCount() + 1];
      int count = group.enumerate(members);
      for (int i = 0; i < count; i++) {
        stacks.put(members[i], members[i].getStackTrace());
      }
    }
    return stacks;
  }

  private static RankReport of(
      int rank, Thread main, Map<Thread, StackTraceElement[]> all, boolean isFull) {
    var stacks = new RankStacks(isFull);
    if (main.isAlive()) {
      stacks.add("main thread", main, main.getStackTrace());
    } else {
      stacks.lines.add("main thread has ended");
    }
    all.entrySet().stream()
        .filter(entry -> entry.getKey() != main && entry.getKey() != Thread.currentThread())
        .sorted(Comparator.comparing(entry -> entry.getKey().getName()))
        .filter(entry -> isFull || ProgramStack.line(entry.getValue()).isPresent())
        .forEach(
            entry ->
                stacks.add("thread " + entry.getKey().getName(), entry.getKey(), entry.getValue()));
    return new RankReport(rank, NO_TIME, stacks.lines);
  }

  private void add(String name, Thread thread, StackTraceElement[] stack) {
    String call = CallSite.of(stack).call();
    String state = thread.getState().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    lines.add(name + (call.isEmpty() ? " (" + state + ")" : " in " + call) + ":");
    StackTraceElement[] own = ProgramStack.of(stack);
    for (StackTraceElement frame : isFull || own.length == 0 ? stack : own) {
      if (isFull || !frame.getClassName().contains(LAMBDA)) {
        lines.add(INDENT + plain(frame));
      }
    }
  }

  /** Without the module and the class loader. */
  private static StackTraceElement plain(StackTraceElement frame) {
    return new StackTraceElement(
        frame.getClassName(), frame.getMethodName(), frame.getFileName(), frame.getLineNumber());
  }
}
