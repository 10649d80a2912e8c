package org.purempi.check;

/**
 * What the checker can find, by the names of Intel's Trace Collector where it has one. {@code
 * LOCAL} is what one rank does wrong, {@code GLOBAL} what several do together.
 */
public enum Mistake {
  OVERLAP(
      "LOCAL:MEMORY:OVERLAP",
      "two operations under way use the same memory, and one of them writes to it (section 3.7.2)"),
  MODIFIED(
      "LOCAL:MEMORY:ILLEGAL_MODIFICATION",
      "a buffer was written to while an operation was using it (section 3.7.2)"),
  REQUEST_NOT_FREED(
      "LOCAL:REQUEST:NOT_FREED", "a request that nobody has waited for (section 3.7.3)"),
  PREMATURE_FREE(
      "LOCAL:REQUEST:PREMATURE_FREE",
      "a receive was freed under way: nobody can know when its data is there (section 3.7.3)"),
  DATATYPE_NOT_FREED("LOCAL:DATATYPE:NOT_FREED", "a datatype that was not freed"),
  COMMUNICATOR_NOT_FREED(
      "LOCAL:COMMUNICATOR:NOT_FREED", "a communicator that was not closed (section 7.4.3)"),
  WINDOW_NOT_FREED("LOCAL:WINDOW:NOT_FREED", "a window that was not closed (section 12.2.5)"),
  WINDOW_EPOCH("LOCAL:WINDOW:EPOCH", "epochs of a window that do not fit together (section 12.5)"),
  WINDOW_OVERLAP(
      "LOCAL:WINDOW:OVERLAP", "two windows over the same memory, both open (section 12.2.1)"),
  FILE_NOT_FREED("LOCAL:FILE:NOT_FREED", "a file that was not closed (section 14.2.2)"),
  MESSAGE_TYPE(
      "GLOBAL:MSG:DATATYPE:MISMATCH",
      "a message is received as another type than it was sent (section 3.3.1)"),
  MESSAGE_PENDING("GLOBAL:MSG:PENDING", "a message that was never received (section 3.8.4)"),
  POTENTIAL_DEADLOCK(
      "GLOBAL:DEADLOCK:POTENTIAL",
      "standard sends that only work because they are buffered (section 3.5)"),
  OPERATION(
      "GLOBAL:COLLECTIVE:OPERATION_MISMATCH",
      "ranks call different collectives, or in another order (section 6.1)"),
  ROOT("GLOBAL:COLLECTIVE:ROOT_MISMATCH", "ranks name different roots (section 6.1)"),
  COLLECTIVE_SIZE("GLOBAL:COLLECTIVE:SIZE_MISMATCH", "ranks name different lengths (section 6.1)"),
  COLLECTIVE_TYPE(
      "GLOBAL:COLLECTIVE:DATATYPE:MISMATCH", "ranks name different types (section 6.1)"),
  COLLECTIVE_OPERATOR(
      "GLOBAL:COLLECTIVE:REDUCTION_OPERATION_MISMATCH",
      "ranks name different operators (section 6.9)"),
  WINDOW_TYPE(
      "LOCAL:WINDOW:DATATYPE:MISMATCH",
      "the types of origin and target of an access differ (section 12.3)"),
  WINDOW_RACE(
      "GLOBAL:WINDOW:RACE",
      "two accesses to the same place at one time, in one epoch or in ones that nothing orders,"
          + " of which one writes (section 12.7)");

  private final String text;
  private final String meaning;

  Mistake(String text, String meaning) {
    this.text = text;
    this.meaning = meaning;
  }

  /** Its name, as reports have it. */
  public String text() {
    return text;
  }

  /** What it is, and the section of the Standard that forbids it. */
  public String meaning() {
    return meaning;
  }
}
