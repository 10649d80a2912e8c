package org.purempi.request;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.protocol.Operation;

/**
 * A request of which a value comes back that is made of the status: objects, records, arrays.
 *
 * @param <T> what comes back
 */
public sealed class ValueRequest<T> extends LiveRequest<T> permits CollectiveRequest {
  private final Function<Status, T> value;
  private @Nullable T last;

  /** A request of an operation, whose status becomes a value. */
  public ValueRequest(ErrorScope scope, Operation operation, Function<Status, T> value) {
    super(scope, operation);
    this.value = value;
  }

  @Override
  final T valueOf(Status of) {
    T made = value.apply(of);
    last = made;
    return made;
  }

  @Override
  final T lastValue(Status of) {
    T made = last;
    return made == null ? value.apply(Status.EMPTY) : made;
  }
}
