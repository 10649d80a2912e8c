package org.purempi.pmi;

/** What a launcher asks its ranks at any time; each question has a field of its own. */
public enum RankQuestion {
  /** What it is doing. */
  REPORT("facts", "1"),
  /** Whether it is stuck, at little cost. */
  LOOK("look", "1"),
  /** Where the program is: its frames, thread by thread. */
  STACKS("stacks", "short"),
  /** The same with all frames of all threads. */
  FULL_STACKS("stacks", "full");

  private final String field;
  private final String value;

  RankQuestion(String field, String value) {
    this.field = field;
    this.value = value;
  }

  PmiLine line() {
    return PmiLine.of(ReportLines.QUESTION).with(field, value);
  }

  private boolean isOf(PmiLine question) {
    return value.equals(question.get(field));
  }

  /** What a line asks; those of before ask for a report, and name no field. */
  static RankQuestion of(PmiLine question) {
    for (RankQuestion one : values()) {
      if (one.isOf(question)) {
        return one;
      }
    }
    return REPORT;
  }
}
