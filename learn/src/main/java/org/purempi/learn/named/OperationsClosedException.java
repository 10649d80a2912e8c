package org.purempi.learn.named;

/**
 * An operation by name has not been done because a rank has closed: perhaps for its own failure.
 */
public class OperationsClosedException extends NamedOperationException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public OperationsClosedException(String message) {
    super(message, null);
  }
}
