package org.purempi.protocol;

/**
 * What is waited for until some processes do something: should they be gone, who waits for long
 * finds out. Inside the lock.
 */
public interface Needing {
  /** Those of which all must do something, as far as they live. */
  int[] needed();

  /** The world that they belong to. */
  int world();
}
