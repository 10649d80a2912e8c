package org.purempi.world;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.purempi.protocol.Engine;

/** A rank's thread that makes progress when no other does; from when it is first asked for. */
final class ProgressThread {
  /** How the names of these threads begin. */
  static final String NAME = "purempi progress ";

  private final Engine engine;
  private @Nullable Thread thread;
  private volatile boolean isOver;

  ProgressThread(Engine engine) {
    this.engine = engine;
  }

  synchronized void start() {
    if (thread == null) {
      thread =
          Thread.ofPlatform()
              .daemon()
              .name(NAME + engine.transport().rank())
              .inheritInheritableThreadLocals(false) // it acts for nobody
              .start(() -> engine.progress().standBy(() -> isOver));
    }
  }

  /** It has ended when this returns: the transport may be unmapped after this. */
  synchronized void stop() {
    isOver = true;
    Thread started = thread;
    if (started != null) {
      engine.transport().doorbell().ring();
      LockSupport.unpark(started);
      awaitEnd(started);
    }
  }

  private static void awaitEnd(Thread started) {
    boolean interrupted = false;
    while (started.isAlive()) {
      try {
        started.join();
      } catch (InterruptedException e) {
        interrupted = true; // it ends within milliseconds; the flag is kept for the caller
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
