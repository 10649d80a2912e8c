package org.purempi.tool;

/** Follows a level and keeps its extreme; of one handle. Not for users. */
public interface Watermark extends AutoCloseable {
  /** The extreme since it was made, or reset. */
  long value();

  /** From now on the extreme is what follows, and the level now. */
  void reset();

  /** No longer follows. */
  @Override
  void close();
}
