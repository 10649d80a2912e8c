package org.purempi;

/**
 * A message was longer than the buffer it was received into (section 3.2.4). The message is
 * consumed.
 */
public class MpiTruncationException extends MpiException {
  private static final long serialVersionUID = 1L;

  /** An error with its sentence. */
  public MpiTruncationException(String message) {
    super(ErrorClass.TRUNCATE, message);
  }
}
