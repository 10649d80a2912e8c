package org.purempi.progress;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/** Why no wait may go on: set once when the job is aborted. Any thread, without the lock. */
final class Poison {
  private static final VarHandle REASON =
      Fields.handle(MethodHandles.lookup(), "reason", RuntimeException.class);

  @SuppressWarnings("UnusedVariable") // read and written by REASON
  private @Nullable RuntimeException reason;

  /** The first reason stays. */
  void set(RuntimeException why) {
    REASON.compareAndSet(this, null, why);
  }

  @Nullable RuntimeException get() {
    return (RuntimeException) REASON.getAcquire(this);
  }

  /** Throws the reason, if there is one. */
  void check() {
    // Opaque: seen soon; the job is ending anyway.
    RuntimeException r = (RuntimeException) REASON.getOpaque(this);
    if (r != null) {
      throw r;
    }
  }
}
