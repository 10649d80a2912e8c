package org.purempi.matching;

/** What all match queues of a rank count together, for tools. Inside the lock. */
public final class Tally {
  final Level arrived = new Level();
  long passedArrived;
  long passedPosted;

  /** Nothing yet. */
  public Tally() {}

  /** The unexpected messages that wait. */
  public Level arrived() {
    return arrived;
  }

  /** How many unexpected messages have been passed in search of a receive's. */
  public long passedArrived() {
    return passedArrived;
  }

  /** How many posted receives have been passed in search of a message's. */
  public long passedPosted() {
    return passedPosted;
  }
}
