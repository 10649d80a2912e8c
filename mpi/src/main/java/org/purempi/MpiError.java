package org.purempi;

/** What every error of purempi has in common (section 9.3). */
public interface MpiError {
  /** The class of the error. */
  ErrorClass errorClass();

  /**
   * The error's code: its class's number, or one that {@link Mpi#addErrorCode} or {@link
   * Mpi#addErrorClass} made (section 9.5).
   */
  default int errorCode() {
    return errorClass().code();
  }

  /** What was wrong, where and what to do. */
  String getMessage();
}
