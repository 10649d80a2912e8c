package org.purempi.request;

import java.util.function.Function;
import org.purempi.ErrorClass;
import org.purempi.MpiArgumentException;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/**
 * A non-blocking collective: cannot be cancelled or freed, since other ranks count on it (section
 * 6.12).
 *
 * @param <T> what comes back
 */
public final class CollectiveRequest<T> extends ValueRequest<T> {
  /** A request of an operation, whose status becomes a value. */
  public CollectiveRequest(ErrorScope scope, Operation operation, Function<Status, T> value) {
    super(scope, operation, value);
  }

  @Override
  void requireReleasable(String call) {
    throw scope()
        .raise(
            new MpiArgumentException(
                ErrorClass.REQUEST,
                call
                    + ": a non-blocking collective can be neither cancelled nor freed (section"
                    + " 6.12): wait for it"));
  }
}
