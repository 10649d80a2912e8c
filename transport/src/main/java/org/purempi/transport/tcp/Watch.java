package org.purempi.transport.tcp;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Waits for sockets while the rank sleeps elsewhere, and rings. Its thread exists from the first
 * such sleep on.
 */
final class Watch {
  private static final long PATIENCE_MILLIS = 10_000;

  private final ReadinessSet ready;
  private final String name;
  private volatile Runnable bell;
  private volatile boolean isWatching;
  private volatile boolean isOver;
  private @Nullable Thread thread;

  Watch(ReadinessSet ready, String name, Runnable bell) {
    this.ready = ready;
    this.name = name;
    this.bell = bell;
  }

  void bell(Runnable other) {
    bell = other;
  }

  /** The rank is about to sleep. */
  void begin() {
    ready.beginSleep();
    isWatching = true;
    Thread t = thread;
    if (t == null) {
      thread = Thread.ofPlatform().daemon().name(name).start(this::run);
    } else {
      LockSupport.unpark(t);
    }
  }

  /** The rank is awake. */
  void end() {
    if (isWatching) {
      isWatching = false;
      ready.wakeup();
    }
    ready.endSleep();
  }

  /** No more sleeps. */
  void close() {
    isOver = true;
    isWatching = false;
    ready.wakeup();
    LockSupport.unpark(thread);
  }

  private void run() {
    try {
      while (!isOver) {
        if (!isWatching) {
          LockSupport.park(this);
        } else if (ready.await(PATIENCE_MILLIS, () -> isWatching)) {
          isWatching = false;
          bell.run();
        }
      }
    } catch (ClosedSelectorException e) {
      isOver = true;
    } catch (IOException e) {
      // The rank's own next look at the selector fails with this, and tells.
      isOver = true;
      bell.run();
    }
  }
}
