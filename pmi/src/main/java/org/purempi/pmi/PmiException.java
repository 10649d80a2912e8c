package org.purempi.pmi;

import java.io.IOException;

/** The launcher broke the protocol, refused a request or is gone; the message says which. */
public class PmiException extends IOException {
  private static final long serialVersionUID = 1L;

  /** An exception that says what was wrong and, where possible, what to do. */
  public PmiException(String message) {
    super(message);
  }

  /** What a failure says, or its name if it says nothing. */
  static String text(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }

  /** An exception with the failure of the connection that caused it. */
  public PmiException(String message, Throwable cause) {
    super(message, cause);
  }
}
