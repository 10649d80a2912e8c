package org.purempi.protocol;

/**
 * The messages that were announced to one other process: so many may be unanswered; more are
 * withheld, of which it is told. Inside the rank's lock.
 */
final class Announcements {
  private final Peer to;

  /** Announcements that the receiver has not answered. */
  private int unanswered;

  /** So many of them may there be now. */
  private int mostUnanswered;

  /** The receiver knows that there would be more. */
  private boolean hasTold;

  /** The first of the ordered sends waits for an answer or a word of the receiver's. */
  private boolean isWithheld;

  Announcements(Peer to) {
    this.to = to;
    this.mostUnanswered = to.engine.flow.mostUnanswered();
  }

  /**
   * Whether the receiver has so many announcements that the next one must wait; it is told, and may
   * ask for more.
   */
  boolean areTooMany() {
    isWithheld = unanswered >= mostUnanswered;
    if (isWithheld && !hasTold) {
      hasTold = true;
      to.control(Header.WITHHELD, 0, 0, 0);
    }
    return isWithheld;
  }

  /** Whether one is withheld. */
  boolean isWithheld() {
    return isWithheld;
  }

  /** The ordered sends are offered again. */
  void offeredAgain() {
    isWithheld = false;
  }

  /** A message has been announced. */
  void sent() {
    unanswered++;
  }

  /** The receiver has taken a message that was announced. */
  void answered() {
    unanswered--;
    mostUnanswered = Math.max(to.engine.flow.mostUnanswered(), mostUnanswered - 1);
    goOn();
  }

  /** The receiver has not found what it waits for among those that it knows. */
  void mayGoOn() {
    hasTold = false;
    mostUnanswered = unanswered + to.engine.flow.mostUnanswered();
    goOn();
  }

  private void goOn() {
    if (isWithheld && unanswered < mostUnanswered) {
      isWithheld = false;
      to.offerLater();
    }
  }
}
