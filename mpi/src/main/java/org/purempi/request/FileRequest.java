package org.purempi.request;

import org.purempi.protocol.Operation;

/** A request of a call of a file; cancelling it has no effect (section 14.4.2). */
public final class FileRequest extends MessageRequest {
  /** A request of an operation. */
  public FileRequest(ErrorScope scope, Operation operation) {
    super(scope, operation);
  }

  @Override
  void cancel(Operation op) {
    // It goes on, and ends as any other.
  }
}
