package org.purempi.protocol;

import org.jspecify.annotations.Nullable;
import org.purempi.hang.Need.Kind;

/**
 * What is waited for until some processes do something: should they be gone, who waits for long
 * finds out. Inside the lock.
 */
public interface Needing {
  /**
   * What it is, for reports.
   *
   * @param scope where; null if that is not known
   * @param number of a lock the rank whose part is locked
   */
  record Purpose(Kind kind, @Nullable Peers scope, int number) {}

  /** Those of which all must do something, as far as they live. */
  int[] needed();

  /** The world that they belong to. */
  int world();

  /** What it is. */
  default Purpose purpose() {
    return new Purpose(Kind.ANSWER, null, 0);
  }
}
