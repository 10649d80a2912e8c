package org.purempi.communicator;

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

  private LiveGeneralizedRequest(Core self, Promise promise, Callbacks callbacks) {
    super(self, promise);
    this.progress = self.peers().engine().progress();
    this.promise = promise;
    this.callbacks = callbacks;
  }

  /** A request of the rank whose communicator of its own is {@code self}. */
  public static LiveGeneralizedRequest start(LiveCommunicator self, Callbacks callbacks) {
    Promise promise = self.peers().engine().promise(callbacks::query);
    return new LiveGeneralizedRequest(self, promise, callbacks);
  }

  @Override
  public void complete() {
    if (!promise.keep(progress)) {
      throw communicator()
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
