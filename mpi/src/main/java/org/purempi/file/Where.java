package org.purempi.file;

/**
 * Where a call reads or writes.
 *
 * @param pointer which pointer, if any
 * @param offset in etypes of the view, when there is none
 */
public record Where(Pointer pointer, long offset) {
  /** The kinds of pointers (section 14.4.1). */
  public enum Pointer {
    /** None: at an explicit offset. */
    NONE,
    /** This rank's own. */
    OWN,
    /** That of all ranks, whoever comes first. */
    SHARED,
    /** That of all ranks, in the order of ranks. */
    ORDERED
  }

  /** At this rank's pointer. */
  public static final Where OWN = new Where(Pointer.OWN, 0);

  /** At the shared pointer. */
  public static final Where SHARED = new Where(Pointer.SHARED, 0);

  /** At the shared pointer, in the order of ranks. */
  public static final Where ORDERED = new Where(Pointer.ORDERED, 0);

  /** At an offset. */
  public static Where at(long offset) {
    return new Where(Pointer.NONE, offset);
  }
}
