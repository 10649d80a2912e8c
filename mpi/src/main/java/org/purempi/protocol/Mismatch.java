package org.purempi.protocol;

import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.MpiTruncationException;

/** The errors of collectives that do not match: each says what both ranks do. */
final class Mismatch {
  /** What to check. */
  static final String RULE =
      "all ranks of a communicator call the same collectives in the same order, with the same root"
          + " and operator, and with datatypes and counts that match (section 6.1)";

  private Mismatch() {}

  /** What is wrong if a message meets a receive of these signatures; null if nothing is. */
  static @Nullable MpiException between(Peers peers, int mine, int source, int theirs) {
    ErrorClass mistake = Signature.mistake(mine, theirs);
    if (mistake == null) {
      return null;
    }
    return new MpiException(
        mistake,
        "rank %d is in %s on %s, but rank %d is in %s%s: %s"
            .formatted(
                peers.rank(),
                Signature.text(mine),
                peers.label(),
                source,
                Signature.text(theirs),
                mistake == ErrorClass.COUNT ? " of another length" : "",
                RULE));
  }

  /** A rank that is waited for is in a later call. */
  static MpiException passed(Peers peers, int mine, int source, int theirs) {
    return new MpiException(
        ErrorClass.OTHER,
        "rank %d waits in %s on %s for rank %d, which is in a later call, %s: %s"
            .formatted(
                peers.rank(),
                Signature.text(mine),
                peers.label(),
                source,
                Signature.text(theirs),
                RULE));
  }

  /** A message of the program is longer than its buffer. */
  static MpiTruncationException truncated(String what, long room) {
    return new MpiTruncationException(
        what
            + ", but the buffer holds "
            + room
            + ": the first "
            + room
            + " bytes are in it, the rest is lost; receive into a larger buffer (probe tells the"
            + " size)");
  }

  /** A message has not the length that its receive expects. */
  static MpiException length(Peers peers, int mine, int source, long bytes, long expected) {
    String text =
        "rank %d in %s on %s got %d bytes from rank %d where it expects %d: %s"
            .formatted(
                peers.rank(), Signature.text(mine), peers.label(), bytes, source, expected, RULE);
    return bytes > expected
        ? new MpiTruncationException(text)
        : new MpiException(ErrorClass.COUNT, text);
  }
}
