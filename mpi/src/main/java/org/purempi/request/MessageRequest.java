package org.purempi.request;

import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/** A request of which the status comes back. */
public sealed class MessageRequest extends LiveRequest<Status>
    permits LivePersistentRequest, LiveGeneralizedRequest, WindowRequest, FileRequest {
  /** A request of an operation; without one it is not active. */
  public MessageRequest(ErrorScope scope, @Nullable Operation operation) {
    super(scope, operation);
  }

  @Override
  final Status valueOf(Status of) {
    return of;
  }

  @Override
  Status lastValue(Status of) {
    return of;
  }
}
