package org.purempi;

import org.jspecify.annotations.Nullable;

/**
 * The job was aborted: by {@link Mpi#abort} or because another rank failed (section 9.3, section
 * 11.4).
 */
public class MpiAbortException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** The error code given to abort. */
  private final int errorCode;

  /** An abort with its code, sentence and cause. */
  public MpiAbortException(int errorCode, String message, @Nullable Throwable cause) {
    super(ErrorClass.PROC_ABORTED, message, cause);
    this.errorCode = errorCode;
  }

  /** The error code given to abort. */
  @Override
  public int errorCode() {
    return errorCode;
  }
}
