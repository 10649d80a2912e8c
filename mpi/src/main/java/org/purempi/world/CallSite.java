package org.purempi.world;

import org.jspecify.annotations.Nullable;
import org.purempi.tool.ProgramStack;

/**
 * Where a program has called the library, read from a thread's stack.
 *
 * @param call the method of the library that the program called; empty if the thread is not in it
 * @param place the line of the program; null if the stack shows none
 */
record CallSite(String call, @Nullable StackTraceElement place) {
  static CallSite of(StackTraceElement[] stack) {
    String call = "";
    for (StackTraceElement frame : stack) {
      if (ProgramStack.isLibrary(frame)) {
        call = plain(frame.getMethodName());
      } else if (ProgramStack.isProgram(frame)) {
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
}
