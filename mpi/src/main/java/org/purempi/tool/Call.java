package org.purempi.tool;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call of the library, as an {@link Interceptor} sees it: for as long as that is called, for the
 * object is used again.
 */
public interface Call {
  /** The method: {@code send}, {@code allreduce}, {@code waitAll}. */
  String name();

  /** The calling rank, in the world. */
  int rank();

  /** The communicator's, window's or file's name; empty if the call belongs to none. */
  String scope();

  /**
   * The other rank in that scope; the root of a collective operation. {@link
   * org.purempi.Mpi#UNDEFINED} if there is none. Of a receive, once it is over, the rank that has
   * sent.
   */
  int peer();

  /** The message's tag; of a receive, once it is over, the tag that it has. */
  int tag();

  /** The bytes of the message or the buffer; −1 if not known. */
  long bytes();

  /** How long it took; 0 while it goes on. */
  long nanos();

  /** What it has thrown; empty while it goes on, and when all went well. */
  Optional<Throwable> failure();

  /** The program's line; walks the stack. */
  Optional<StackTraceElement> place();

  /** What this interceptor has attached to the call when it was entered. */
  @Nullable Object attachment();

  /** Attaches something to the call until it is over; each interceptor has its own. */
  void attach(@Nullable Object something);
}
