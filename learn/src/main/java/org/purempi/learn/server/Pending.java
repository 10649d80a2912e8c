package org.purempi.learn.server;

/** A push or pull that has been started; until it is done its memory is the library's. */
public interface Pending {
  /**
   * Waits until it is done; at once if it was.
   *
   * @throws IllegalStateException if the server refuses it, because an update rule has failed
   * @throws org.purempi.ProcessFailedException if a server that it needs has died
   */
  void waitFor();
}
