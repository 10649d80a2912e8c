package org.purempi.spawn;

import java.io.IOException;
import java.net.SocketTimeoutException;
import org.purempi.ErrorClass;
import org.purempi.MpiException;

/** What went wrong between worlds, as errors. */
final class Failures {
  private Failures() {}

  static MpiException of(Exception e) {
    if (e instanceof SocketTimeoutException) {
      return new MpiException(
          ErrorClass.PORT, "the other side has not come within the time that was given", e);
    }
    if (e instanceof IOException) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new MpiException(ErrorClass.PORT, why, e);
    }
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new MpiException(ErrorClass.OTHER, String.valueOf(e.getMessage()), e);
  }
}
