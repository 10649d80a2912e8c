package org.purempi.transport;

/** What became of a frame that was offered: back-pressure is a value. */
public enum Offer {
  /** On its way. */
  OK,
  /** No room now: poll, then offer again. */
  BUSY,
  /** The peer cannot be reached any more. */
  FAILED
}
