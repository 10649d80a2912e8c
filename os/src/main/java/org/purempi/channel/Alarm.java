package org.purempi.channel;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Closes a socket when its time is over, whatever it is doing. Any thread. */
public final class Alarm {
  private static final ScheduledThreadPoolExecutor CLOCK =
      new ScheduledThreadPoolExecutor(
          1, body -> Thread.ofPlatform().daemon().name("alarm").unstarted(body));

  static {
    CLOCK.setRemoveOnCancelPolicy(true); // what is switched off costs nothing any more
  }

  private final ScheduledFuture<?> bell;
  private @Nullable Socket guarded;
  private boolean rang;
  private boolean off;

  /** Rings in so many milliseconds, unless it is switched off before. */
  public Alarm(long millis) {
    this.bell = CLOCK.schedule(this::ring, millis, TimeUnit.MILLISECONDS);
  }

  /** From now on this socket is closed when it rings. */
  public synchronized void guards(Socket socket) throws IOException {
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
  public synchronized boolean off() {
    off = true;
    bell.cancel(false);
    return !rang;
  }
}
