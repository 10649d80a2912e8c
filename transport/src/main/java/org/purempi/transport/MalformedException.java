package org.purempi.transport;

/**
 * What came from a peer, or what it has lent, is nothing that a rank of purempi sends. Whoever
 * catches it says so with {@link Transport#reject}. It has no trace: the fault is elsewhere.
 */
public final class MalformedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The message says what came instead. */
  public MalformedException(String message) {
    super(message, null, false, false);
  }
}
