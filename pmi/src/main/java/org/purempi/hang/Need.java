package org.purempi.hang;

/**
 * One thing that a call waits for.
 *
 * @param kind what it is
 * @param isAny whether any one of the ranks can bring it about; else all have to do their part
 * @param ranks who can bring it about, ranks of the world; none if that is not known
 * @param scope where
 * @param number the tag; negative for any; of a collective operation how many came before it; of a
 *     lock the rank whose part is locked
 * @param call of a collective operation
 */
public record Need(
    Kind kind, boolean isAny, RankSet ranks, Scope scope, int number, CollectiveCall call) {
  /** Kinds of what is waited for. */
  public enum Kind {
    /** A message of the program. */
    RECEIVE,
    /** One that a probe asks for. */
    PROBE,
    /** The rest of a message. */
    RECEIVING,
    /** That a message of the program is received. */
    SEND,
    /** That the rest of it is taken. */
    SENDING,
    /** A message of a collective operation, to it or from it. */
    COLLECTIVE,
    /** The same of one that is kept and started again, which is counted apart. */
    PERSISTENT,
    /** A message of the making of a communicator. */
    CREATION,
    /** That ranks post access to their parts of a window. */
    POST,
    /** That ranks complete their access to this one's part. */
    COMPLETION,
    /** The lock of a part of a window. */
    LOCK,
    /** What a rank does in a window when it is inside MPI. */
    WINDOW,
    /** Something else that ranks say. */
    ANSWER
  }

  /** Whether it is a receive, or a probe, of the program. */
  boolean isForMessage() {
    return kind == Kind.RECEIVE || kind == Kind.PROBE;
  }
}
