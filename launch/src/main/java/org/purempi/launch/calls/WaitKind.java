package org.purempi.launch.calls;

/** Why a rank has waited in a call. */
public enum WaitKind {
  /** For nobody, or it is not known. */
  NONE(0, "", ""),
  /** A receive was posted before its message was sent. */
  LATE_SENDER(1, "late sender", "for"),
  /** A send could not end before its message's receive was posted. */
  LATE_RECEIVER(2, "late receiver", "for a receive of"),
  /** Others came later to a collective operation, or its root did. */
  IMBALANCE(3, "imbalance", "for");

  private static final WaitKind[] ALL = values();

  private final int number;
  private final String title;
  private final String preposition;

  WaitKind(int number, String title, String preposition) {
    this.number = number;
    this.title = title;
    this.preposition = preposition;
  }

  /** 0, 1, …, as pages have it. */
  public int number() {
    return number;
  }

  /** The kind of a number. */
  public static WaitKind of(int number) {
    return ALL[number];
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
