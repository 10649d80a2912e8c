package org.purempi.request;

import java.util.concurrent.atomic.AtomicBoolean;
import org.purempi.ErrorClass;
import org.purempi.GeneralizedRequest;
import org.purempi.MpiArgumentException;
import org.purempi.progress.Progress;
import org.purempi.protocol.Operation;
import org.purempi.protocol.Promise;

/** A request whose operation is the program's own. */
public final class LiveGeneralizedRequest extends MessageRequest implements GeneralizedRequest {
  private final Progress progress;
  private final Promise promise;
  private final Callbacks callbacks;
  private final AtomicBoolean released = new AtomicBoolean();

  private LiveGeneralizedRequest(ErrorScope scope, Promise promise, Callbacks callbacks) {
    super(scope, promise);
    this.progress = scope.engine().progress();
    this.promise = promise;
    this.callbacks = callbacks;
  }

  /** A request whose errors are treated in a scope. */
  public static LiveGeneralizedRequest start(ErrorScope scope, Callbacks callbacks) {
    Promise promise = scope.engine().promise(callbacks::query);
    return new LiveGeneralizedRequest(scope, promise, callbacks);
  }

  @Override
  public void complete() {
    if (!promise.keep(progress)) {
      throw scope()
          .raise(new MpiArgumentException(ErrorClass.REQUEST, "the request was completed before"));
    }
    if (isFreed()) {
      release();
    }
  }

  @Override
  void cancel(Operation op) {
    callbacks.cancel(op.isDone());
  }

  @Override
  void released() {
    if (promise.isKept(progress)) {
      release();
    }
  }

  private void release() {
    if (released.compareAndSet(false, true)) {
      callbacks.free();
    }
  }
}
