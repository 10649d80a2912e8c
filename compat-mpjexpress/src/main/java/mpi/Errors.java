package mpi;

import java.util.function.Supplier;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.MpiAbortException;
import org.purempi.MpiError;

/** purempi's exceptions become those of this API. */
final class Errors {
  private Errors() {}

  /**
   * The same error in this API. An abort stays what it is: it ends the rank. What is no error of
   * MPI (a null where there must be none) stays too.
   */
  static RuntimeException translated(RuntimeException error) {
    boolean ours = error instanceof MpiError && !(error instanceof MpiAbortException);
    return ours ? new MPIException(error.getMessage(), error) : error;
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
