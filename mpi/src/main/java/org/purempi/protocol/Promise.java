package org.purempi.protocol;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.purempi.Status;
import org.purempi.progress.Progress;

/** An operation that is done when somebody says so. Can be prepared again once it is done. */
public final class Promise extends Operation {
  private final Supplier<Status> status;
  private final @Nullable Peers needed;

  /** {@code needed} are those who all must say something; null: somebody does. */
  Promise(Supplier<Status> status, @Nullable Peers needed) {
    this.status = status;
    this.needed = needed;
  }

  /** Those who all must say something; null: somebody does. */
  @Nullable Peers needed() {
    return needed;
  }

  /** It is not done; inside the lock. */
  void prepare() {
    reset();
  }

  /** Says so; false if somebody has before. Outside the lock. */
  public boolean keep(Progress progress) {
    progress.enter();
    try {
      if (isDone()) {
        return false;
      }
      progress.complete(this);
      return true;
    } finally {
      progress.leave();
    }
  }

  /** Says that it cannot be kept, and why; inside the lock. */
  public void refuse(Progress progress, RuntimeException why) {
    if (!isDone()) {
      fail(why);
      progress.complete(this);
    }
  }

  /**
   * Whether somebody has said so. Takes the lock: of two threads, one that keeps the promise and
   * then looks what the other has written, and one that writes and then asks this, one sees it.
   */
  public boolean isKept(Progress progress) {
    progress.enter();
    try {
      return isDone();
    } finally {
      progress.leave();
    }
  }

  @Override
  public Status status() {
    return status.get();
  }
}
