package org.purempi.launch.calls;

import java.util.HashMap;
import java.util.Map;
import org.purempi.record.CallRecord;

/**
 * Lines of one rank's calls of which only some were looked up, because they are short: others of
 * the same name, communicator and tag are taken to be at the same line if all of them that are
 * known are.
 */
final class Lines {
  /** Several. */
  private static final int MANY = -1;

  private record Like(int what, int communicator, int tag) {}

  private final Map<Like, Integer> lines = new HashMap<>();
  private Like last = new Like(-1, 0, 0);
  private int lastLine;

  /** A call's line was looked up. */
  void add(CallRecord call) {
    lines.merge(
        new Like(call.what(), call.communicator(), call.tag()),
        call.site(),
        (one, other) -> one.equals(other) ? one : MANY);
  }

  /** The line of a call that was not looked up. */
  int guess(int what, int communicator, int tag) {
    if (last.what != what || last.communicator != communicator || last.tag != tag) {
      last = new Like(what, communicator, tag);
      lastLine = Math.max(Names.NO_LINE, lines.getOrDefault(last, Names.NO_LINE));
    }
    return lastLine;
  }
}
