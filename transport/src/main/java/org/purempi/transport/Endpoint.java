package org.purempi.transport;

/** The sending end of a pair of ranks. */
public interface Endpoint {
  /** What {@link #stream} answers when nothing can go any more. */
  long LOST = -1;

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

  /**
   * As {@link #offer}, for a frame that need not leave before {@link Transport#push}, or the next
   * poll: several short ones may travel together. {@link Offer#KEPT}: taken, but still here.
   */
  default Offer offerSoon(long word0, long word1, long word2, Source payload, int bytes) {
    return offer(word0, word1, word2, payload, bytes);
  }

  /**
   * Sends as much of the next {@code bytes} bytes of {@code payload} as goes now, but at most one
   * frame. The handler is given them in their order, in frames of these words and of any lengths.
   * What was taken may be a part of a frame, see {@link #isMidFrame}.
   *
   * @return how far the cursor has moved, 0 … {@code bytes}; {@link #LOST} when offers fail
   */
  default long stream(long word0, long word1, long word2, Source payload, long bytes) {
    int piece = (int) Math.min(pieceBytes(), bytes);
    return offer(word0, word1, word2, payload, piece).taken(piece);
  }

  /**
   * Whether a frame of {@link #stream} has gone in part: all offers are busy until the rest was
   * offered, by the same method and words.
   */
  default boolean isMidFrame() {
    return false;
  }

  /** Whether something that was offered here has not left this process. */
  default boolean hasUnsent() {
    return false;
  }

  /**
   * Sees to it that this rank is told when the peer ends, though it may have nothing to send there:
   * for who has waited for the peer for long.
   */
  default void watch() {}

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

  /**
   * Whether a message of so many bytes is better sent than lent when its sender waits for nothing
   * but its buffer, or has others on their way besides.
   */
  default boolean isFreeSoonerIfSent(long bytes) {
    return false;
  }

  /** Ends a loan, after the peer has said that it has copied, or that it has not. */
  void reclaim(long descriptor);
}
