package org.purempi.protocol;

/**
 * The account of one other process: bytes of its messages that no receive has taken. When its
 * credit is used up it is told to ask before it sends. Inside the rank's lock.
 */
final class UnexpectedData {
  private final Peer from;
  private long bytes;
  private boolean isHeld;

  UnexpectedData(Peer from) {
    this.from = from;
  }

  /** An unexpected message has been kept. */
  void charge(Arrival arrival) {
    bytes += arrival.creditBytes();
    from.engine.gauges.unexpectedBytes.rise(arrival.creditBytes());
    if (!isHeld && bytes > from.engine.creditBytes) {
      isHeld = true;
      from.control(Header.HOLD, 0, 0, 0);
    }
  }

  /** An unexpected message has been received. */
  void refund(Arrival arrival) {
    bytes -= arrival.creditBytes();
    from.engine.gauges.unexpectedBytes.fall(arrival.creditBytes());
    if (isHeld && bytes < from.engine.creditBytes / 2) {
      isHeld = false;
      from.control(Header.RESUME, 0, 0, 0);
    }
  }
}
