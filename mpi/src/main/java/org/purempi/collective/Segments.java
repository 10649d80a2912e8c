package org.purempi.collective;

import org.purempi.Buf;

/**
 * A buffer cut into pieces of whole elements, for pipelining.
 *
 * @param whole what is cut
 * @param elements of each piece but the last
 */
record Segments(Buf whole, long elements) {
  /** Pieces of about {@code bytes} bytes, and at least one element. */
  static Segments of(Buf whole, long bytes) {
    long size = Math.max(1, whole.datatype().size());
    return new Segments(whole, Math.max(1, bytes / size));
  }

  /** How many pieces; the same for all ranks whose buffers hold as many bytes. */
  int number() {
    return Math.toIntExact((whole.count() + elements - 1) / elements);
  }

  /** A piece. */
  Buf get(int k) {
    long first = k * elements;
    return whole.slice(first, Math.min(elements, whole.count() - first));
  }
}
