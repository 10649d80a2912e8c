package org.purempi.request;

import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.protocol.Operation;

/** A request of an operation on a window, which can be neither cancelled nor freed (12.3.5). */
public final class WindowRequest extends MessageRequest {
  /** A request of an operation. */
  public WindowRequest(ErrorScope scope, Operation operation) {
    super(scope, operation);
  }

  @Override
  void requireReleasable(String call) {
    throw scope()
        .raise(
            new MpiArgumentException(
                ErrorClass.REQUEST,
                call
                    + ": an operation on "
                    + scope().label()
                    + " can be neither cancelled nor freed; wait for it instead (section 12.3.5)"));
  }
}
