package org.purempi;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Something went wrong while communicating (section 9.3). Unchecked; uncaught, it ends the whole
 * job.
 */
public class MpiException extends RuntimeException implements MpiError {
  private static final long serialVersionUID = 1L;

  /** The class of the error. */
  private final ErrorClass errorClass;

  /** The class's number, or a code of the user's. */
  private final int errorCode;

  /** An error of a class. */
  public MpiException(ErrorClass errorClass, String message) {
    this(errorClass, message, null);
  }

  /** An error of a class, with its cause. */
  public MpiException(ErrorClass errorClass, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.errorClass = errorClass;
    this.errorCode = errorClass.code();
    Traces.trimCauses(cause);
  }

  /**
   * An error with a code of one's own, from {@link Mpi#addErrorCode} or {@link Mpi#addErrorClass}
   * (section 9.5); its class here is {@link ErrorClass#OTHER}.
   */
  public MpiException(int errorCode, String message) {
    super(message);
    this.errorClass =
        Arrays.stream(ErrorClass.values())
            .filter(c -> c.code() == errorCode)
            .findFirst()
            .orElse(ErrorClass.OTHER);
    this.errorCode = errorCode;
  }

  @Override
  public int errorCode() {
    return errorCode;
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
