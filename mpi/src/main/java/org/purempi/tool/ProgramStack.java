package org.purempi.tool;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the author of a program knows of a stack: the call into the library, and the program's own
 * frames that led to it. Nothing of how the library works, nor of how the program was started.
 */
public final class ProgramStack {
  /** The packages of the library: on the class path nothing else tells its frames from others. */
  public static final Set<String> LIBRARY =
      Set.of(
          "org.purempi",
          "org.purempi.tool",
          "org.purempi.handle",
          "org.purempi.layout",
          "org.purempi.reduction",
          "org.purempi.matching",
          "org.purempi.progress",
          "org.purempi.protocol",
          "org.purempi.collective",
          "org.purempi.context",
          "org.purempi.communicator",
          "org.purempi.bootstrap",
          "org.purempi.world");

  /** Packages that the library calls and programs do not. */
  private static final Set<String> BELOW =
      Set.of(
          "org.purempi.os",
          "org.purempi.channel",
          "org.purempi.memory",
          "org.purempi.transport",
          "org.purempi.transport.shm",
          "org.purempi.transport.thread",
          "org.purempi.pmi");

  /** The older APIs: a program that calls them knows their methods. */
  private static final Set<String> OLDER_APIS = Set.of("mpi", "org.purempi.compat.mpjexpress");

  private static final List<String> JDK = List.of("java.", "javax.", "jdk.", "sun.");

  private ProgramStack() {}

  /** Whether a frame is of the library or of the older APIs. */
  public static boolean isLibrary(StackTraceElement frame) {
    String name = packageOf(frame);
    return LIBRARY.contains(name) || OLDER_APIS.contains(name);
  }

  /** Whether a frame is the program's. */
  public static boolean isProgram(StackTraceElement frame) {
    return !isLibrary(frame)
        && !BELOW.contains(packageOf(frame))
        && JDK.stream().noneMatch(frame.getClassName()::startsWith);
  }

  private static String packageOf(StackTraceElement frame) {
    String name = frame.getClassName();
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /** The program's line that called the library; empty if the stack has none. */
  public static Optional<StackTraceElement> line(StackTraceElement[] stack) {
    return Arrays.stream(stack).filter(ProgramStack::isProgram).findFirst();
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
