package org.purempi.benchmarks.gpu;

/** Counts what was right, and prints what was not, in lines that {@link Results} reads. */
final class Checked {
  /** What a line begins with: the name, and how many were looked at. */
  static final String COUNT = "checked";

  /** What a line begins with that says what was wrong: the name, and words. */
  static final String WRONG = "wrong";

  /** What is wrong more often is not told. */
  private static final int MOST = 20;

  private final String name;
  private int all;
  private int wrong;

  Checked(String name) {
    this.name = name;
  }

  synchronized void tell(String what, boolean isRight) {
    all++;
    if (!isRight && wrong++ < MOST) {
      System.out.println(WRONG + " " + name + " " + what);
    }
  }

  synchronized void print() {
    System.out.println(COUNT + " " + name + " " + all);
  }
}
