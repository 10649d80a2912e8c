package org.purempi.tool;

import org.purempi.Mpi;

/**
 * A message that a rank sends, wants, or keeps because no receive has taken it.
 *
 * @param kind which of these
 * @param part what sends or receives it: the program, a collective operation, the library
 * @param communicator the communicator's name
 * @param peer the other rank in that communicator; {@link Mpi#ANY_SOURCE} in a receive; {@link
 *     Mpi#UNDEFINED} if the communicator is not known here (yet)
 * @param tag its tag, or {@link Mpi#ANY_TAG}; of a collective operation how many came before it
 * @param bytes its length, of a receive the room for it; negative when neither is known (a probe)
 * @param movedBytes how much of it has come or gone
 */
public record MessageState(
    Kind kind, Part part, String communicator, int peer, int tag, long bytes, long movedBytes) {
  /** Persistent collective operations are counted from here on. */
  private static final int PERSISTENT = 1 << 30;

  /** What a rank has to do with a message. */
  public enum Kind {
    /** Has a receive posted that nothing has matched. */
    RECEIVE,
    /** Is receiving its data. */
    RECEIVING,
    /** Wants to send, and the receiver has no room or has not begun to receive. */
    SEND,
    /** Is sending its data. */
    SENDING,
    /** Probes for it (section 3.8). */
    PROBE,
    /** Has it, and no receive for it. */
    UNEXPECTED
  }

  /** Who needs the message. */
  public enum Part {
    /** The program's own point-to-point calls. */
    PROGRAM,
    /** A collective operation. */
    COLLECTIVE,
    /** The making of a communicator. */
    CREATION
  }

  /** In words, as in a hang report. */
  public String text() {
    boolean plain = bytes < 0 || (bytes == 0 && part != Part.PROGRAM);
    String size = plain ? "" : ", " + (isWish() ? "up to " : "") + amount();
    String moved = movedBytes > 0 ? " (" + movedBytes + " of them so far)" : "";
    return verb() + " " + peerText() + ", " + subject() + size + moved;
  }

  private boolean isWish() {
    return kind == Kind.RECEIVE;
  }

  private String amount() {
    return bytes == 1 ? "1 byte" : bytes + " bytes";
  }

  private String verb() {
    return switch (kind) {
      case RECEIVE -> "receive from";
      case RECEIVING -> "receiving from";
      case SEND -> "send to";
      case SENDING -> "sending to";
      case PROBE -> "probe for";
      case UNEXPECTED -> "from";
    };
  }

  private String peerText() {
    return switch (peer) {
      case Mpi.ANY_SOURCE -> "any rank";
      case Mpi.UNDEFINED -> "a rank";
      default -> "rank " + peer;
    };
  }

  private String collective() {
    return tag < PERSISTENT
        ? "collective call no. " + (tag + 1)
        : "persistent collective no. " + (tag - PERSISTENT + 1);
  }

  private String subject() {
    return switch (part) {
      case PROGRAM -> (tag == Mpi.ANY_TAG ? "any tag" : "tag " + tag) + ", " + communicator;
      case COLLECTIVE -> collective() + " on " + communicator;
      case CREATION -> "the making of a communicator from " + communicator;
    };
  }
}
