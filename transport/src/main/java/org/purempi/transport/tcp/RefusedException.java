package org.purempi.transport.tcp;

import java.io.IOException;

/** The other end of a connection is not the rank of this job that it should be. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1L;

  RefusedException(String message) {
    super(message);
  }
}
