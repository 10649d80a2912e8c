package org.purempi.bootstrap;

import java.util.LinkedHashMap;
import java.util.Map;

/** Who came to the gate in vain, for the message about those who are missing. The gate's thread. */
final class Refusals {
  private static final int MOST = 5;

  private final Map<String, Integer> reasons = new LinkedHashMap<>();

  void add(Guest guest, String why) {
    note("refused " + guest.where() + ": " + why);
  }

  /** Whoever finds that the gate has another secret hangs up without a word. */
  void hungUp(Guest guest) {
    String host = guest.where().replaceFirst(":\\d+$", "");
    note(
        host
            + " closed the connection before it had proved itself, as a rank with another secret"
            + " does");
  }

  private void note(String what) {
    if (reasons.size() < MOST || reasons.containsKey(what)) {
      reasons.merge(what, 1, Integer::sum);
    }
  }

  /** Behind a message. */
  String text() {
    return reasons.isEmpty() ? "" : " (" + String.join("; ", reasons.keySet()) + ")";
  }
}
