package programs;

import java.util.Arrays;
import java.util.Objects;
import mpi.MPIException;

/** Comparisons that need no library: every rank has classes of its own. */
final class Check {
  private Check() {}

  static void that(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  static void same(Object expected, Object found) {
    boolean equal = Objects.deepEquals(expected, found);
    that(equal, "expected " + text(expected) + ", found " + text(found));
  }

  private static String text(Object value) {
    String text = Arrays.deepToString(new Object[] {value});
    return text.substring(1, text.length() - 1);
  }

  /** Fails unless the call throws MPIException and its text contains the word. */
  static void fails(String word, Runnable call) {
    try {
      call.run();
    } catch (MPIException e) {
      that(String.valueOf(e.getMessage()).contains(word), "not about " + word + ": " + e);
      return;
    }
    throw new AssertionError("no error about " + word);
  }
}
