package org.purempi.launch.smpd1;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes a socket when its time is over, whatever it is doing. Any thread. */
final class Alarm {
  private static final ScheduledExecutorService CLOCK =
      Executors.newSingleThreadScheduledExecutor(
          body -> Thread.ofPlatform().daemon().name("smpd1-alarm").unstarted(body));

  private final ScheduledFuture<?> bell;
  private @Nullable Socket guarded;
  private boolean rang;
  private boolean off;

  /** Rings in so many milliseconds, unless it is switched off before. */
  Alarm(long millis) {
    this.bell = CLOCK.schedule(this::ring, millis, TimeUnit.MILLISECONDS);
  }

  /** From now on this socket is closed when it rings. */
  synchronized void guards(Socket socket) throws IOException {
    guarded = socket;
    if (rang) {
      socket.close();
    }
  }

  private synchronized void ring() {
    if (off) {
      return;
    }
    rang = true;
    Socket socket = guarded;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException e) {
        // Whoever reads from it sees the same.
      }
    }
  }

  /** Switches it off; false when it has rung. */
  synchronized boolean off() {
    off = true;
    bell.cancel(false);
    return !rang;
  }
}
