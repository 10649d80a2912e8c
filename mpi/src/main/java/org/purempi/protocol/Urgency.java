package org.purempi.protocol;

/** What the thread that starts a send does about it. */
public enum Urgency {
  /** It polls, waits or tests soon: the message may stay until then, to travel with others. */
  SOON,
  /** It may never look again: the message must be on its way. */
  AT_ONCE,
  /** It waits for this send, maybe for others too, and receives nothing meanwhile. */
  AWAITED,
  /** As {@link #AT_ONCE}; and the send is done when its receive has started. */
  SYNCHRONOUS
}
