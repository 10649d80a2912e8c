package org.purempi.world;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a rank has yet to read of standard input. Any thread. */
final class InputQueue {
  /** What one of several ranks may leave unread before the others have to wait for it. */
  private static final long MOST_WAITING_BYTES = 32L << 20;

  private final long most;
  private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
  private long waitingBytes;
  private int takenOfFirst;
  private boolean left;
  private boolean closed;
  private boolean ended;
  private @Nullable IOException broken;

  /** Of one of several ranks, or of the only one that reads. */
  InputQueue(boolean ofSeveral) {
    this.most = ofSeveral ? MOST_WAITING_BYTES : 0;
  }

  /** Waits until there is room for more; false if no more is wanted. */
  synchronized boolean awaitRoom() throws InterruptedException {
    while (waitingBytes > most && !isLeftUnread()) {
      wait();
    }
    return !closed;
  }

  /**
   * Whether others must not wait for its reader; the only one may have a thread that still reads.
   */
  private boolean isLeftUnread() {
    return left && most > 0;
  }

  /** Takes what has been read, which nobody changes. */
  synchronized void add(byte[] bytes) {
    if (isLeftUnread() && waitingBytes > most) {
      close();
    }
    if (!closed && bytes.length > 0) {
      waiting.add(bytes);
      waitingBytes += bytes.length;
      notifyAll();
    }
  }

  /** Nothing more will come; because of a failure, if it is not null. */
  synchronized void end(@Nullable IOException why) {
    ended = true;
    broken = why;
    notifyAll();
  }

  /** The rank's program has ended. */
  synchronized void leave() {
    left = true;
    notifyAll();
  }

  /** The rank reads no more. */
  synchronized void close() {
    closed = true;
    waiting.clear();
    waitingBytes = 0;
    notifyAll();
  }

  /** How much can be read without waiting. */
  synchronized int available() throws IOException {
    requireOpen();
    return (int) Math.min(Integer.MAX_VALUE, waitingBytes);
  }

  /** As {@link java.io.InputStream#read(byte[], int, int)}. */
  synchronized int read(byte[] to, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, to.length);
    if (length == 0) {
      return 0;
    }
    awaitInput();
    requireOpen();
    byte[] first = waiting.peek();
    if (first == null) {
      if (broken != null) {
        throw new IOException("standard input cannot be read: " + broken.getMessage(), broken);
      }
      return -1;
    }
    int count = Math.min(length, first.length - takenOfFirst);
    System.arraycopy(first, takenOfFirst, to, offset, count);
    takenOfFirst += count;
    waitingBytes -= count;
    if (takenOfFirst == first.length) {
      waiting.remove();
      takenOfFirst = 0;
    }
    notifyAll();
    return count;
  }

  private void awaitInput() throws InterruptedIOException {
    try {
      while (waiting.isEmpty() && !ended && !closed) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      var interrupted = new InterruptedIOException("interrupted while waiting for standard input");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private void requireOpen() throws IOException {
    if (closed) {
      throw new IOException("Stream Closed");
    }
  }
}
