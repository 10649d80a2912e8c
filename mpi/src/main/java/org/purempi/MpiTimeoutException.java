package org.purempi;

/** A timed wait ended before the request completed; the request stays active. */
public class MpiTimeoutException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public MpiTimeoutException(String message) {
    super(ErrorClass.PENDING, message);
  }
}
