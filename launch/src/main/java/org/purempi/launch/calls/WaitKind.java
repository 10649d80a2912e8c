package org.purempi.launch.calls;

/** Why a rank has waited in a call. */
public enum WaitKind {
  /** For nobody, or it is not known. */
  NONE("", ""),
  /** A receive was posted before its message was sent. */
  LATE_SENDER("late sender", "for"),
  /** A send could not end before its message's receive was posted. */
  LATE_RECEIVER("late receiver", "for a receive of"),
  /** Others came later to a collective operation, or its root did. */
  IMBALANCE("imbalance", "for");

  private final String title;
  private final String preposition;

  WaitKind(String title, String preposition) {
    this.title = title;
    this.preposition = preposition;
  }

  /** In a legend. */
  public String title() {
    return title;
  }

  /** Between "waited in …" and "rank 2". */
  String preposition() {
    return preposition;
  }
}
