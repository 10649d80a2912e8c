package mpi;

import java.util.function.Supplier;
import org.purempi.Communicator;
import org.purempi.MpiAbortException;
import org.purempi.MpiError;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.tool.ProgramStack;

/** purempi's exceptions become those of this API. */
final class Errors {
  private Errors() {}

  /**
   * The same error in this API. An abort stays what it is: it ends the rank. What is not an error
   * of MPI (a null where there must be none) stays too.
   */
  static RuntimeException translated(RuntimeException error) {
    return error instanceof MpiError ours && !(error instanceof MpiAbortException)
        ? new MPIException(Words.of(ours.getMessage()), error.getCause())
        : error;
  }

  /**
   * What {@link MPI#ERRORS_ARE_FATAL} does: says what was wrong and where the program made the
   * call, and ends the job with the error's code.
   */
  static void fatal(Communicator communicator, MpiError error) {
    // In one piece, as other ranks may write at the same time.
    System.err.print(
        "rank %d of %s: %s%n%s"
            .formatted(
                communicator.rank(),
                communicator.name(),
                Words.of(error.getMessage()),
                ProgramStack.ofThisThread()));
    throw communicator.mpi().abort(error.errorCode());
  }

  static <T extends @Nullable Object> T get(Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw translated(e);
    }
  }

  static void run(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      throw translated(e);
    }
  }
}
