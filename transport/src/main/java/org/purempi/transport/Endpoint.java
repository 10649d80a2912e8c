package org.purempi.transport;

/** The sending end of a pair of ranks. */
public interface Endpoint {
  /** The receiving rank's number in the transport. */
  int peer();

  /** The largest payload of one frame, in bytes. */
  int maxPayloadBytes();

  /** The payload, in bytes, in which the frames of a message of many frames travel best. */
  default int pieceBytes() {
    return maxPayloadBytes();
  }

  /**
   * Messages up to this size, in bytes, travel best in one frame; longer ones by {@link #lend} if
   * it gives a loan.
   */
  int eagerBytes();

  /**
   * Sends one frame whose payload is the next {@code bytes} bytes of {@code payload}. {@link
   * Offer#OK}: the payload has been copied, the cursor advanced, the receiver's doorbell rung if it
   * sleeps. {@link Offer#BUSY} and {@link Offer#FAILED}: nothing happened, the cursor has not
   * moved.
   *
   * @param bytes 0 … {@link #maxPayloadBytes()}
   */
  Offer offer(long word0, long word1, long word2, Source payload, int bytes);

  /** Why offers fail, in words; empty while they do not, or if it is not known. */
  default String failure() {
    return "";
  }

  /**
   * Offers this buffer for a direct copy by the peer: a small descriptor to send in a frame, or
   * {@link Transport#NONE} when this transport (or this buffer) cannot. The source must stay
   * unchanged until {@link #reclaim}.
   */
  long lend(Source source);

  /** A number for {@link #reclaim}, to be asked for before {@link #lend}. */
  long epoch();

  /**
   * Ends a loan, after the peer has said that it has copied, or that it has not.
   *
   * @param epoch what {@link #epoch} said before the buffer was lent
   * @return whether what the peer has copied is the buffer's content; only a {@link
   *     Lease#isProvisional() provisional} lease can have missed it
   */
  boolean reclaim(long descriptor, long epoch);
}
