package org.purempi.record;

/** What a call does to other ranks: who waits for whom in it. */
public enum Family {
  /** Sends a message to its peer. */
  SEND,
  /** Receives a message from its peer. */
  RECEIVE,
  /** Sends one and receives another; the record's peer is whom it receives from. */
  EXCHANGE,
  /** Looks for a message from its peer. */
  PROBE,
  /** Waits for operations that other calls have started, or tests them. */
  WAIT,
  /** No call: a message that {@code irecv} and its like were posted for has come. */
  RECEIVED,
  /** No call: the send of a message within an {@link #EXCHANGE}. */
  SENT,
  /** No rank leaves it before all have come. */
  ALL_TO_ALL,
  /** The others need the root, the record's peer. */
  FROM_ROOT,
  /** The root, the record's peer, needs the others. */
  TO_ROOT,
  /** Each rank needs those before it. */
  PREFIX,
  /** Starts a collective operation, and waits for nobody. */
  STARTED,
  /** Makes, frees or sets up something together with other ranks. */
  MAKING,
  /** Reads or changes a window's memory at its peer. */
  ACCESS,
  /** Begins or ends an epoch of a window. */
  EPOCH,
  /** Reads or writes a file alone. */
  FILE,
  /** Works on a file together with all ranks that have opened it. */
  FILE_TOGETHER,
  /** Begins or ends MPI, or does what concerns nobody else. */
  OTHER
}
