package org.purempi.request;

import java.util.function.Supplier;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.PersistentRequest;
import org.purempi.Status;
import org.purempi.protocol.Operation;
import org.purempi.watch.OpenCall;
import org.purempi.watch.Watch;
import org.purempi.watch.What;

/** A request that can be started again. */
public sealed class LivePersistentRequest extends MessageRequest implements PersistentRequest
    permits LivePartitionedRequest {
  private final Supplier<Operation> starter;
  private final boolean isReceive;

  /** A request that {@code starter} starts. */
  public LivePersistentRequest(ErrorScope scope, Supplier<Operation> starter) {
    this(scope, false, starter);
  }

  /**
   * The same.
   *
   * @param isReceive whether it receives one message
   */
  public LivePersistentRequest(ErrorScope scope, boolean isReceive, Supplier<Operation> starter) {
    super(scope, null);
    this.isReceive = isReceive;
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
    OpenCall open = Watch.ON ? scope().engine().watch().enter(What.START, scope().watched()) : null;
    try {
      begin(starter.get());
      if (Watch.ON && isReceive) {
        posted(scope().engine().watch().posted(open, scope().watched()));
      }
    } finally {
      if (Watch.ON) {
        scope().engine().watch().leave(open);
      }
    }
  }
}
