package org.purempi.communicator;

import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/** A request that can be started again. */
sealed class LivePersistentRequest extends MessageRequest implements PersistentRequest
    permits LivePartitionedRequest {
  private final Supplier<Operation> starter;

  LivePersistentRequest(Core communicator, Supplier<Operation> starter) {
    super(communicator, null);
    this.starter = starter;
    communicator.startsLater();
  }

  @Override
  final Status lastValue(Status of) {
    return Status.EMPTY; // a request that can be started and is not (section 3.7.3)
  }

  @Override
  public final void start() {
    requireNotFreed();
    if (active()) {
      throw communicator()
          .raise(
              new MpiArgumentException(
                  ErrorClass.REQUEST,
                  "the request is active: wait for it before starting it again"));
    }
    begin(starter.get());
  }
}
