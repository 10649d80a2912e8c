package org.purempi.pmi;

import java.io.IOException;

/** Somebody who says that he is a rank of this job, and is not. */
final class StrangerException extends IOException {
  private static final long serialVersionUID = 1L;

  private final boolean isOurs;

  /**
   * @param isOurs whether he may be a process of our user, which is told that it is wrong
   */
  StrangerException(String message, boolean isOurs) {
    super(message);
    this.isOurs = isOurs;
  }

  boolean isOurs() {
    return isOurs;
  }
}
