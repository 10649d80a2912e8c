package mpi;

import java.util.function.Supplier;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.MpiArgumentException;
import org.purempi.MpiError;
import org.purempi.MpiFile;
import org.purempi.Window;
import org.purempi.tool.ProgramStack;

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
    return e.getCause() instanceof MPIException own ? own : new MPIException(error, e.getCause());
  }

  /**
   * What {@link MPI#ERRORS_ARE_FATAL} does: says which error it was and where the program made the
   * call, and ends the job with the error's code.
   */
  static void fatal(Communicator communicator, MpiError error) {
    fatal(communicator.mpi(), communicator.rank(), communicator.name(), error);
  }

  /** As the other one, for the errors of a window. */
  static void fatal(Window window, MpiError error) {
    fatal(window.mpi(), window.rank(), window.toString(), error);
  }

  /** As the other one, for the errors of a file; null: of none. */
  static void fatal(Mpi mpi, @Nullable MpiFile file, MpiError error) {
    String of = file == null ? "no file" : file.toString();
    fatal(mpi, file == null ? mpi.self().rank() : file.rank(), of, error);
  }

  private static void fatal(Mpi mpi, int rank, String of, MpiError error) {
    Throwable cause = error instanceof Throwable thrown ? thrown.getCause() : null;
    String because = cause == null ? "" : "Caused by: " + cause + System.lineSeparator();
    // In one piece, as other ranks may write at the same time.
    System.err.print(
        "rank %d of %s: MPI_ERR_%s: %s%n%s%s"
            .formatted(
                rank,
                of,
                error.errorClass(),
                Words.of(error.getMessage()),
                ProgramStack.ofThisThread(),
                because));
    throw mpi.abort(error.errorCode());
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
}
