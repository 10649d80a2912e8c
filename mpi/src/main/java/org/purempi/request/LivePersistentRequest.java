package org.purempi.request;

import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/** A request that can be started again. */
public sealed class LivePersistentRequest extends MessageRequest implements PersistentRequest
    permits LivePartitionedRequest {
  private final Supplier<Operation> starter;

  /** A request that {@code starter} starts. */
  public LivePersistentRequest(ErrorScope scope, Supplier<Operation> starter) {
    super(scope, null);
    this.starter = starter;
  }

  @Override
  final Status lastValue(Status of) {
    return Status.EMPTY; // a request that can be started and is not (section 3.7.3)
  }

  @Override
  public final void start() {
    requireNotFreed();
    if (active()) {
      throw scope()
          .raise(
              new MpiArgumentException(
                  ErrorClass.REQUEST,
                  "the request is active: wait for it before starting it again"));
    }
    begin(starter.get());
  }
}
