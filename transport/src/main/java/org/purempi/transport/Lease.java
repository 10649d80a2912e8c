package org.purempi.transport;

/** A peer's buffer, lent for a direct copy. */
@FunctionalInterface
public interface Lease {
  /**
   * Copies {@code bytes} bytes, from {@code positionBytes} bytes after the beginning of the lent
   * buffer, to the sink's cursor.
   */
  void copyTo(Sink sink, long positionBytes, long bytes);
}
