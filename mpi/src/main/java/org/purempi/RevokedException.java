package org.purempi;

/**
 * The communicator has been revoked by one of its ranks ({@link FaultTolerance#revoke}): only
 * {@link FaultTolerance#shrink}, {@link FaultTolerance#agree} and local calls work.
 */
public class RevokedException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public RevokedException(String message) {
    super(ErrorClass.REVOKED, message);
  }
}
