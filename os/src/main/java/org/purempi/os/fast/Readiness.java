package org.purempi.os.fast;

import java.util.function.BooleanSupplier;
import org.purempi.setting.Setting;

/** Whether native code can be called; it is bound in the background at the first question. */
final class Readiness {
  private final boolean isPossible;
  private final BooleanSupplier binding;

  // Plain: a thread that sees it late does without once more.
  private boolean isReady;
  private boolean isStarted;
  private volatile boolean isDone;

  /** Of machine code that a setting may switch off; asks nothing yet. */
  Readiness(Setting setting, BooleanSupplier binding) {
    this(MachineCode.IS_POSSIBLE && setting.isOn(), binding);
  }

  /**
   * Asks nothing yet.
   *
   * @param isPossible whether there can be such code here
   * @param binding binds, on a thread of its own; false if that is impossible or not worth it here
   */
  Readiness(boolean isPossible, BooleanSupplier binding) {
    this.isPossible = isPossible;
    this.binding = binding;
  }

  /** Whether the code can be called now; if not, begins to make it so on another thread. */
  boolean get() {
    if (!isReady && isPossible && !isStarted) {
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
    return isPossible && !isDone;
  }
}
