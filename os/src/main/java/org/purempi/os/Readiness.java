package org.purempi.os;

import java.util.function.BooleanSupplier;

/**
 * Whether a piece of machine code can be called; it is bound in the background at the first
 * question.
 */
final class Readiness {
  private final BooleanSupplier binding;

  // Plain: a thread that sees it late does without once more.
  private boolean isReady;
  private boolean isStarted;
  private volatile boolean isDone;

  /**
   * Asks nothing yet.
   *
   * @param binding binds, on a thread of its own; false if that is impossible or not worth it here
   */
  Readiness(BooleanSupplier binding) {
    this.binding = binding;
  }

  /** Whether the code can be called now; if not, begins to make it so on another thread. */
  boolean get() {
    if (!isReady && MachineCode.IS_POSSIBLE && !isStarted) {
      start();
    }
    return isReady;
  }

  private synchronized void start() {
    if (!isStarted) {
      isStarted = true;
      Thread.ofPlatform().daemon().name("purempi-bind").start(this::bind);
    }
  }

  private void bind() {
    try {
      isReady = binding.getAsBoolean();
    } finally {
      isDone = true;
    }
  }

  /** Whether it may still become ready. */
  boolean isPending() {
    return MachineCode.IS_POSSIBLE && !isDone;
  }
}
