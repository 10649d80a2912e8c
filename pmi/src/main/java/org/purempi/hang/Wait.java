package org.purempi.hang;

import java.util.List;

/**
 * A call that waits.
 *
 * @param call its name as the program wrote it
 * @param place the program's line, as {@code at Solver.java:88}; empty if it is not known
 * @param isAny whether one of the needs is enough; else all are needed
 * @param isLimited whether the wait ends by itself
 * @param needs what it waits for; none if that cannot be named
 */
public record Wait(String call, String place, boolean isAny, boolean isLimited, List<Need> needs) {
  /** Keeps a copy that nobody changes. */
  public Wait {
    needs = List.copyOf(needs);
  }

  /** The call and where it stands. */
  String where() {
    return place.isEmpty() ? call : call + " " + place;
  }
}
