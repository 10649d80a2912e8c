package org.purempi.communicator;

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
final class CollectiveRequest<T> extends ValueRequest<T> {
  CollectiveRequest(Core communicator, Operation operation, Function<Status, T> value) {
    super(communicator, operation, value);
  }

  @Override
  void requireReleasable(String call) {
    throw communicator()
        .raise(
            new MpiArgumentException(
                ErrorClass.REQUEST,
                call
                    + ": a non-blocking collective can be neither cancelled nor freed (section"
                    + " 6.12): wait for it"));
  }
}
