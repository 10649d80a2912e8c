package org.purempi.communicator;

import java.util.List;
import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/** A request that can be started again. */
sealed class LivePersistentRequest extends LiveRequest<Status> implements PersistentRequest
    permits LivePartitionedRequest {
  private final Supplier<Operation> starter;

  LivePersistentRequest(Core communicator, long context, Supplier<Operation> starter) {
    super(communicator, context, null, List.of(), s -> s);
    this.starter = starter;
    communicator.startsLater();
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
