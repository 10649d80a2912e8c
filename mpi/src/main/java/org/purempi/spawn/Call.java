package org.purempi.spawn;

import java.io.IOException;
import org.purempi.transport.tcp.JobKey;

/** What the roots of two groups say to each other. One thread at a time. */
interface Call extends AutoCloseable {
  /** Whether this side's group is the first of both; the other side says the opposite. */
  boolean isHost();

  /** The secret of a link of this name, which both ends can make, and nobody else. */
  JobKey key(String link);

  /**
   * Says something, and hears what the other side says.
   *
   * @param deadlineNanos {@link Long#MAX_VALUE} stands for no deadline
   * @throws java.net.SocketTimeoutException when nothing comes by then
   */
  byte[] swap(byte[] mine, long deadlineNanos) throws IOException;

  @Override
  void close() throws IOException;
}
