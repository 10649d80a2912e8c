package org.purempi.communicator;

import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/** A request of which the status comes back. */
sealed class MessageRequest extends LiveRequest<Status>
    permits LivePersistentRequest, LiveGeneralizedRequest {
  MessageRequest(Core communicator, @Nullable Operation operation) {
    super(communicator, operation);
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
