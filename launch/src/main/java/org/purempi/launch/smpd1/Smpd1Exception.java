package org.purempi.launch.smpd1;

import java.io.IOException;

/** Bytes or commands that the other side must not send, or that it refuses. */
public final class Smpd1Exception extends IOException {
  private static final long serialVersionUID = 1;

  /** Keeps the message. */
  public Smpd1Exception(String message) {
    super(message);
  }
}
