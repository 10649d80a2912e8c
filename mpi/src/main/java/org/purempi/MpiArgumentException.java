package org.purempi;

/** A wrong argument, noticed before anything was sent (section 9.3). */
public class MpiArgumentException extends IllegalArgumentException implements MpiError {
  private static final long serialVersionUID = 1L;

  /** The class of the error. */
  private final ErrorClass errorClass;

  /** An error of a class. */
  public MpiArgumentException(ErrorClass errorClass, String message) {
    super(message);
    this.errorClass = errorClass;
  }

  /** The trace begins at the program's call. */
  @Override
  public synchronized Throwable fillInStackTrace() {
    Throwable self = super.fillInStackTrace();
    Traces.trim(self);
    return self;
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
