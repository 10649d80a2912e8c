package org.purempi.protocol;

import java.util.function.Supplier;
import org.purempi.Status;

/** An operation that is done when somebody says so. Can be prepared again once it is done. */
public final class Promise extends Operation {
  private final Supplier<Status> status;

  Promise(Supplier<Status> status) {
    this.status = status;
  }

  /** It is not done; inside the lock. */
  void prepare() {
    reset();
  }

  @Override
  public Status status() {
    return status.get();
  }
}
