package org.purempi.launch.smpd1;

/** A process that a manager has launched, and what it has told of it. */
final class Smpd1Process {
  final int rank;
  final String space;
  private boolean ended;
  private boolean lineOpen;
  private boolean errorLineOpen;

  Smpd1Process(int rank, String space) {
    this.rank = rank;
    this.space = space;
  }

  boolean hasEnded() {
    return ended;
  }

  /** It has ended; whether that is news. */
  boolean end() {
    boolean isNew = !ended;
    ended = true;
    return isNew;
  }

  /**
   * A piece of its output goes on; answers whether it begins a line.
   *
   * @param endsLine whether the next piece of the stream does
   */
  boolean begins(boolean error, boolean endsLine) {
    boolean inLine = error ? errorLineOpen : lineOpen;
    if (error) {
      errorLineOpen = !endsLine;
    } else {
      lineOpen = !endsLine;
    }
    return !inLine;
  }
}
