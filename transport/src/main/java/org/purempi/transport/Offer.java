package org.purempi.transport;

/** What became of a frame that was offered: back-pressure is a value. */
public enum Offer {
  /** On its way. */
  OK,
  /** Taken, but still here until the next poll or push. */
  KEPT,
  /** No room now: poll, then offer again. */
  BUSY,
  /** The peer cannot be reached any more. */
  FAILED;

  /** What {@link Endpoint#stream} answers when it has offered one frame of {@code bytes} bytes. */
  public long taken(int bytes) {
    return switch (this) {
      case OK, KEPT -> bytes;
      case BUSY -> 0;
      case FAILED -> Endpoint.LOST;
    };
  }
}
