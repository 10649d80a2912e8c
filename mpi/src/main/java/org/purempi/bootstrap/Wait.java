package org.purempi.bootstrap;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** Waits for a channel that does not block. One thread. */
public final class Wait implements AutoCloseable {
  private final Selector selector;
  private final SelectionKey key;

  /** Waits for this one. */
  public Wait(SocketChannel channel) throws IOException {
    selector = Selector.open();
    key = channel.register(selector, 0);
  }

  /**
   * Returns when the channel is ready for it.
   *
   * @throws SocketTimeoutException when that takes longer
   * @throws InterruptedIOException when the thread is interrupted, which it stays
   */
  public void until(int interest, long deadlineNanos) throws IOException {
    key.interestOps(interest);
    int ready = 0;
    while (ready == 0) {
      long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
      if (left <= 0) {
        throw new SocketTimeoutException("it does not answer");
      }
      ready = selector.select(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new InterruptedIOException("interrupted");
      }
    }
    selector.selectedKeys().clear();
  }

  /** Forgets the channel, which stays open. */
  @Override
  public void close() throws IOException {
    selector.close();
  }
}
