package mpi;

import mpjdev.MPJDevException;
import org.purempi.compat.mpjexpress.Nullable;

/**
 * Something went wrong; unchecked. Its cause is purempi's own exception, whose text it takes;
 * uncaught, it ends the whole job with a non-zero exit code.
 */
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

  MPIException(@Nullable String message, Throwable cause) {
    super(message, cause);
  }
}
