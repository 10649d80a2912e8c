package org.purempi.protocol;

import org.purempi.Status;

/** An operation that was complete at once. */
public final class FinishedOperation extends Operation {
  private final Status status;

  FinishedOperation(Status status) {
    this.status = status;
  }

  @Override
  public Status status() {
    return status;
  }
}
