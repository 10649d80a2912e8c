package mpi;

import mpjdev.MPJDevException;
import org.purempi.compat.mpjexpress.Nullable;
import org.purempi.tool.ProgramStack;

/** Something went wrong; unchecked. Uncaught, it ends the whole job with an exit code not 0. */
public class MPIException extends MPJDevException {
  private static final long serialVersionUID = 1L;

  /** An error without a text. */
  public MPIException() {}

  /** An error that says what was wrong. */
  public MPIException(@Nullable String message) {
    super(message);
  }

  /** An error with its cause. */
  public MPIException(@Nullable Throwable cause) {
    super(cause);
  }

  /** An error of purempi's: it shows where the program called, and nothing of what lies below. */
  MPIException(@Nullable String message, @Nullable Throwable cause) {
    super(message, cause);
    setStackTrace(ProgramStack.of(getStackTrace()));
  }
}
