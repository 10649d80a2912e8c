package org.purempi.os;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * How long a thread has waited, ready to run, while others ran on its core: the second figure of
 * Linux's {@code /proc/PID/schedstat}. Time for which the host of a virtual machine takes the whole
 * core away is not in it.
 *
 * <p>Who waits asks five hundred times a second. So the file stays open for the thread that asked
 * last, and there is little here for the JIT: to compile the way through the JDK that opens, splits
 * and closes took it a fifth of a second, of the core that the ranks share.
 */
public final class QueueTime {
  /** What a system answers that does not tell. */
  public static final long UNKNOWN = -1;

  private static final String FILE = "/proc/thread-self/schedstat";
  private static final int LONGEST = 64;

  private static final AtomicReference<@Nullable QueueTime> LAST = new AtomicReference<>();

  /** Whose file it is: the name means the thread that opens it. */
  private final long thread = Thread.currentThread().threadId();

  private final RandomAccessFile file = new RandomAccessFile(FILE, "r");
  private final byte[] text = new byte[LONGEST];

  private QueueTime() throws IOException {}

  /**
   * Of the current (platform) thread since it began, in nanoseconds, or {@link #UNKNOWN}. Takes
   * some microseconds.
   */
  public static long nanos() {
    QueueTime last = LAST.getAndSet(null);
    try {
      if (last == null || last.thread != Thread.currentThread().threadId()) {
        close(last);
        last = new QueueTime();
      }
      long nanos = last.read();
      close(LAST.getAndSet(last));
      return nanos;
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static void close(@Nullable QueueTime other) throws IOException {
    if (other != null) {
      other.file.close();
    }
  }

  private long read() throws IOException {
    file.seek(0);
    int length = file.read(text);
    int at = 0;
    while (at < length && text[at] != ' ') {
      at++;
    }
    long figure = 0;
    int digits = 0;
    for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
      figure = 10 * figure + text[at] - '0';
      digits++;
    }
    return digits == 0 ? UNKNOWN : figure;
  }
}
