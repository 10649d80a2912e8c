package programs;

import java.util.Arrays;
import java.util.Objects;
import mpi.MPIException;

/** What the programs check themselves with; a rank that throws ends the job. */
final class Check {
  private Check() {}

  /** A call. */
  interface Action {
    void run() throws MPIException;
  }

  static void that(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  static void equal(Object expected, Object actual) {
    that(Objects.equals(expected, actual), "expected " + expected + ", not " + actual);
  }

  static void equal(int[] expected, int[] actual) {
    that(
        Arrays.equals(expected, actual),
        "expected " + Arrays.toString(expected) + ", not " + Arrays.toString(actual));
  }

  static void equal(double[] expected, double[] actual) {
    that(
        Arrays.equals(expected, actual),
        "expected " + Arrays.toString(expected) + ", not " + Arrays.toString(actual));
  }

  /** That a call fails with an error class, and says something. */
  static void fails(int errorClass, Action call) {
    try {
      call.run();
    } catch (MPIException e) {
      that(
          e.getErrorClass() == errorClass,
          "expected error class " + errorClass + ", not " + e.getErrorClass() + ": " + e);
      that(!e.getMessage().isBlank(), "an error says what is wrong");
      return;
    }
    throw new IllegalStateException("a call has not failed, but should with " + errorClass);
  }
}
