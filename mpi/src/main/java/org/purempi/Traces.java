package org.purempi;

import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.purempi.setting.Setting;
import org.purempi.trace.FrameOrigin;

/**
 * Stack traces of errors begin at the call that the program made, not at the frames of ours below
 * it: the line of the user's comes second. {@code -Dpurempi.trace=full}, or PUREMPI_TRACE, keeps
 * all.
 */
final class Traces {
  private Traces() {}

  /** Cuts the frames off that are below the program's call. */
  static void trim(Throwable error) {
    StackTraceElement[] trace = error.getStackTrace();
    int call = call(trace);
    if (call > 0 && !isFull()) {
      error.setStackTrace(Arrays.copyOfRange(trace, call, trace.length));
    }
  }

  /**
   * Does the same to causes that come from outside, errors of input and output; of any other, every
   * frame may be needed to find the fault.
   */
  static void trimCauses(@Nullable Throwable cause) {
    for (Throwable c = cause; c instanceof IOException; c = c.getCause()) {
      trim(c);
    }
  }

  /** Where the call is that the program made: our last frame before the first of the program. */
  private static int call(StackTraceElement[] trace) {
    int last = 0;
    for (int i = 0; i < trace.length; i++) {
      if (FrameOrigin.isProgram(trace[i])) {
        return last;
      }
      last = FrameOrigin.isJdk(trace[i]) ? last : i;
    }
    return 0; // a thread of ours: nothing of the program is in it
  }

  private static boolean isFull() {
    return "full".equals(Setting.TRACE.text());
  }
}
