package org.purempi.tool;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.purempi.trace.FrameOrigin;

/**
 * What the author of a program knows of a stack: the call into the library, and the program's own
 * frames that led to it. Nothing of how the library works, nor of how the program was started.
 */
public final class ProgramStack {
  private ProgramStack() {}

  /** Whether a frame is of the library or of the older APIs. */
  public static boolean isLibrary(StackTraceElement frame) {
    return FrameOrigin.isLibrary(frame);
  }

  /** Whether a frame is the program's. */
  public static boolean isProgram(StackTraceElement frame) {
    return FrameOrigin.isProgram(frame);
  }

  /** The program's line that called the library; empty if the stack has none. */
  public static Optional<StackTraceElement> line(StackTraceElement[] stack) {
    return Arrays.stream(stack).filter(ProgramStack::isProgram).findFirst();
  }

  /** The program's line that this thread's call of the library comes from; empty if none. */
  public static Optional<StackTraceElement> lineOfThisThread() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::toStackTraceElement)
                    .filter(ProgramStack::isProgram)
                    .findFirst());
  }

  /**
   * The frames from the call into the library down to the program's first.
   *
   * @param stack the innermost frame first, as {@link Throwable#getStackTrace} has it
   * @return nothing if no frame is the program's
   */
  public static StackTraceElement[] of(StackTraceElement[] stack) {
    int[] own = IntStream.range(0, stack.length).filter(i -> isProgram(stack[i])).toArray();
    if (own.length == 0) {
      return new StackTraceElement[0];
    }
    int call = own[0];
    while (call > 0 && !isLibrary(stack[call])) {
      call--;
    }
    int from = isLibrary(stack[call]) ? call : own[0];
    return Arrays.copyOfRange(stack, from, own[own.length - 1] + 1);
  }

  /** The calling thread's frames, as {@link #of} gives them, each on a line as in a stack trace. */
  public static String ofThisThread() {
    return Arrays.stream(of(Thread.currentThread().getStackTrace()))
        .map(frame -> "\tat " + frame + System.lineSeparator())
        .collect(Collectors.joining());
  }
}
