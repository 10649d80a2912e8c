package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong while communicating (section 9.3). Unchecked; uncaught, it ends the whole
 * job.
 */
public class MpiException extends RuntimeException implements MpiError {
  private static final long serialVersionUID = 1L;

  /** The class of the error. */
  private final ErrorClass errorClass;

  /** An error of a class. */
  public MpiException(ErrorClass errorClass, String message) {
    this(errorClass, message, null);
  }

  /** An error of a class, with its cause. */
  public MpiException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass;
  }

  @Override
  public ErrorClass errorClass() {
    return errorClass;
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
