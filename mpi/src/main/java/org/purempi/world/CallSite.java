package org.purempi.world;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where a program has called the library, read from a thread's stack.
 *
 * @param call the method of the library that the program called; empty if the thread is not in it
 * @param place the line of the program; null if the stack shows none
 */
record CallSite(String call, @Nullable StackTraceElement place) {
  /** The packages of this module: on the class path nothing else tells its frames from others. */
  static final Set<String> LIBRARY =
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
          "org.purempi.rendezvous",
          "org.purempi.world");

  /** The package of the older APIs: a program that calls them knows their methods. */
  private static final String OLDER_APIS = "mpi";

  /** Packages that this module calls and programs do not. */
  private static final Set<String> BELOW =
      Set.of(
          "org.purempi.os",
          "org.purempi.channel",
          "org.purempi.memory",
          "org.purempi.transport",
          "org.purempi.transport.shm",
          "org.purempi.transport.thread",
          "org.purempi.pmi");

  private static final Set<String> JDK = Set.of("java.", "javax.", "jdk.", "sun.");

  static CallSite of(StackTraceElement[] stack) {
    String call = "";
    for (StackTraceElement frame : stack) {
      if (LIBRARY.contains(packageOf(frame)) || packageOf(frame).equals(OLDER_APIS)) {
        call = plain(frame.getMethodName());
      } else if (!isJdk(frame) && !BELOW.contains(packageOf(frame))) {
        return new CallSite(call, frame);
      }
    }
    boolean isIdle = call.isEmpty() && stack.length > 0;
    return new CallSite(call, isIdle ? stack[0] : null);
  }

  /** The method that a lambda was written in. */
  private static String plain(String method) {
    String[] parts = method.split("\\$", -1);
    return method.startsWith("lambda$") ? parts[1] : method;
  }

  private static String packageOf(StackTraceElement frame) {
    String name = frame.getClassName();
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  private static boolean isJdk(StackTraceElement frame) {
    return JDK.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
