package org.purempi.launch.smpd;

import java.io.IOException;

/** Bytes or commands that the other side must not send. */
public final class SmpdException extends IOException {
  private static final long serialVersionUID = 1;

  /** Keeps the message. */
  public SmpdException(String message) {
    super(message);
  }
}
