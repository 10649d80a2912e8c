package org.purempi.watch;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.purempi.trace.FrameOrigin;

/** The lines of the program that have called, each with a number from 1. Any thread. */
final class Sites {
  private static final StackWalker WALKER = StackWalker.getInstance();

  private final ConcurrentHashMap<Frame, Integer> numbers = new ConcurrentHashMap<>();
  private final AtomicInteger last = new AtomicInteger();
  private final BiConsumer<Integer, StackTraceElement> onNew;

  /** A place in compiled code: cheaper to find out than a line. */
  private record Frame(String type, String method, int index) {}

  Sites(BiConsumer<Integer, StackTraceElement> onNew) {
    this.onNew = onNew;
  }

  /** The number of the line that this thread's call comes from; 0 if there is none. */
  int ofThisThread() {
    StackWalker.@Nullable StackFrame frame =
        WALKER.walk(
            frames ->
                frames
                    .filter(f -> FrameOrigin.isProgram(f.getClassName()))
                    .findFirst()
                    .orElse(null));
    if (frame == null) {
      return 0;
    }
    var place = new Frame(frame.getClassName(), frame.getMethodName(), frame.getByteCodeIndex());
    Integer known = numbers.get(place);
    return known != null ? known : add(place, frame.toStackTraceElement());
  }

  private synchronized int add(Frame place, StackTraceElement line) {
    Integer known = numbers.get(place);
    if (known != null) {
      return known;
    }
    int number = last.incrementAndGet();
    onNew.accept(number, line);
    numbers.put(place, number);
    return number;
  }

  /** A line, as files of names have it: file and line, class and method. */
  static Object[] words(StackTraceElement line) {
    String file = line.getFileName() == null ? line.getClassName() : line.getFileName();
    return new Object[] {
      file + ":" + line.getLineNumber(), line.getClassName() + "." + line.getMethodName()
    };
  }
}
