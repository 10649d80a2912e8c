package mpi;

import org.purempi.ErrorClass;
import org.purempi.MpiError;
import org.purempi.tool.ProgramStack;

/** A call failed. Under {@link MPI#ERRORS_ARE_FATAL}, the default, the job ends instead. */
public final class MPIException extends Exception {
  private static final long serialVersionUID = 1L;

  /** The error's code. */
  private final int errorCode;

  /** The error's class. */
  private final int errorClass;

  /** An error of class {@link MPI#ERR_OTHER}. */
  public MPIException(String message) {
    this(ErrorClass.OTHER, message);
  }

  /** An error of class {@link MPI#ERR_OTHER} with its cause. */
  public MPIException(Throwable cause) {
    super(cause);
    this.errorCode = ErrorClass.OTHER.code();
    this.errorClass = ErrorClass.OTHER.code();
  }

  MPIException(ErrorClass errorClass, String message) {
    super(message);
    this.errorCode = errorClass.code();
    this.errorClass = errorClass.code();
  }

  /** An error of the library's, in the words of this API, thrown where the program called it. */
  MPIException(MpiError error, @Nullable Throwable cause) {
    super(Words.of(error.getMessage()), cause);
    this.errorCode = error.errorCode();
    this.errorClass = error.errorClass().code();
    setStackTrace(ProgramStack.of(getStackTrace()));
  }

  /** The error's code. */
  public int getErrorCode() {
    return errorCode;
  }

  /** The error's class, one of {@link MPI}'s {@code ERR_} constants. */
  public int getErrorClass() {
    return errorClass;
  }
}
