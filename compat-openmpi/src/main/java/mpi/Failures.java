package mpi;

import java.util.function.Supplier;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;

/** What the library throws becomes what this API throws. */
final class Failures {
  private Failures() {}

  /**
   * The exception for an error that has passed its handler already. The end of the job, and what is
   * no error of MPI, is thrown on as it is.
   */
  static MPIException of(RuntimeException e) {
    if (e instanceof MpiAbortException || !(e instanceof MpiError error)) {
      throw e;
    }
    return e.getCause() instanceof MPIException own ? own : new MPIException(error, e);
  }

  /** As {@link #of}, for an error that a communicator's handler has to see first. */
  static MPIException at(Communicator communicator, RuntimeException e) {
    try {
      communicator.callErrhandler(e);
    } catch (RuntimeException thrown) {
      return of(thrown);
    }
    return of(e);
  }

  /** An error of a communicator's, seen here. */
  static MPIException at(Communicator communicator, ErrorClass errorClass, String message) {
    return at(communicator, new MpiArgumentException(errorClass, message));
  }

  /** Makes a call. */
  static void run(Runnable call) throws MPIException {
    try {
      call.run();
    } catch (RuntimeException e) {
      throw of(e);
    }
  }

  /** Makes a call that answers. */
  static <T extends @Nullable Object> T get(Supplier<T> call) throws MPIException {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw of(e);
    }
  }

  /** A part of the Standard that purempi does not have yet. */
  static MPIException unsupported(String what) {
    return new MPIException(
        ErrorClass.UNSUPPORTED_OPERATION, "purempi has no " + what + " yet: this call cannot work");
  }
}
