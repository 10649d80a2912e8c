package org.purempi.setting;

/** Who a setting is for. */
public enum Audience {
  /** Whoever runs a program. */
  EVERYBODY("For everybody"),

  /** Whoever tries another algorithm of a collective operation. */
  ALGORITHMS("Algorithms of collective operations"),

  /** Whoever starts ranks without a launcher. */
  MEETING("Ranks that meet without a launcher"),

  /** Whoever measures, tests or looks for a fault in purempi. */
  ENGINEERS("For measurements and tests"),

  /** Whoever asks what a fast path buys: each can be switched off. */
  SPEED("Fast paths, each of which can be switched off"),

  /** The scripts in bin/. */
  SCRIPTS("For the scripts in bin/"),

  /** What one part of purempi tells another. */
  OURSELVES("Between the parts of purempi");

  private final String title;

  Audience(String title) {
    this.title = title;
  }

  /** The heading of its settings. */
  public String title() {
    return title;
  }
}
