package org.purempi.learn.named;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;

/** An operation by name has not been done; the message names it, and the ranks that disagree. */
public class NamedOperationException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public NamedOperationException(String message, @Nullable Throwable cause) {
    super(ErrorClass.OTHER, message, cause);
  }

  /**
   * What has ended an operation, as its caller is told: of the same class, so that those who
   * survive failures know what to do.
   */
  static MpiException of(String before, Throwable cause) {
    String text = before + (cause instanceof MpiException ? cause.getMessage() : cause);
    MpiException failure =
        switch (cause) {
          case ProcessFailedException f ->
              new ProcessFailedException(ErrorClass.PROC_FAILED, f.ranks(), text);
          case RevokedException r -> new RevokedException(text);
          case OperationsClosedException c -> new OperationsClosedException(text);
          default -> new NamedOperationException(text, cause);
        };
    if (failure.getCause() == null) {
      failure.addSuppressed(cause);
    }
    return failure;
  }
}
