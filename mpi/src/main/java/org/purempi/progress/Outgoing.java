package org.purempi.progress;

/** Frames that could not go out at once; progress offers them again. */
public interface Outgoing {
  /** Offers what it can; true when nothing is left. Inside the lock. */
  boolean advance();
}
