package org.purempi.learn.named;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** An operation by name has not been done; the message names it, and the ranks that disagree. */
public class NamedOperationException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public NamedOperationException(String message, @Nullable Throwable cause) {
    super(ErrorClass.OTHER, message, cause);
  }
}
