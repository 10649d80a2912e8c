package org.purempi.transport;

/** A peer's buffer, lent for a direct copy. */
public interface Lease {
  /**
   * Copies {@code bytes} bytes, from {@code positionBytes} bytes after the beginning of the lent
   * buffer, to the sink's cursor.
   *
   * @return false when that is not possible: the peer must send instead. Bytes after the sink's
   *     cursor may have been overwritten; the cursor has not moved
   */
  boolean copyTo(Sink sink, long positionBytes, long bytes);
}
