package org.purempi.onesided;

import org.jspecify.annotations.Nullable;
import org.purempi.protocol.Promise;
import org.purempi.transport.Sink;

/** What a rank waits for from another one. Belongs to the rank's lock. */
final class Answer {
  final int rank;

  /** Where the data goes; null if none is to come. */
  final @Nullable Sink sink;

  /** Bytes that are still to come. */
  long left;

  boolean isDone;

  /** The user's request, if there is one. */
  @Nullable Promise request;

  /** Whether the request is done with this one. */
  boolean isLast = true;

  Answer(int rank, @Nullable Sink sink, long bytes) {
    this.rank = rank;
    this.sink = sink;
    this.left = bytes;
  }
}
