package org.purempi.launch.calls;

import org.jspecify.annotations.Nullable;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/**
 * What a rank did most of a time before one of its calls, on that call's thread.
 *
 * @param call the call that it was in; null: it computed, between two calls
 * @param before the line of the call before that; null if there was none
 * @param after the line of the call, or of the one after the computation
 * @param waitedFor the rank that it waited for itself in the call; −1: none
 */
record Activity(
    Names.@Nullable Call call, Names.@Nullable Line before, Names.Line after, int waitedFor) {
  /** A thread that calls more often in so short a time has no one activity. */
  private static final int MOST_CALLS = 4096;

  /** The longest before a call and after a time. */
  static Activity of(
      Recording recording, @Nullable Waits waits, RankCalls rank, int index, long from) {
    CallRecord last = rank.get(index);
    if (last == null) {
      throw new IllegalArgumentException("a damaged record");
    }
    Names names = recording.names();
    CallRecord next = last;
    int line = isNoCall(rank.family(last)) ? callAround(rank, index, last).site() : last.site();
    Activity longest = new Activity(null, null, names.line(line), -1);
    long most = -1;
    int seen = 0;
    for (int i = index - 1; i >= 0 && seen < MOST_CALLS && next.begin() > from; i--) {
      CallRecord call = rank.get(i);
      if (call == null || call.thread() != last.thread() || isNoCall(rank.family(call))) {
        continue;
      }
      seen++;
      long between = next.begin() - Math.max(from, call.end());
      if (between > most) {
        most = between;
        int after = seen == 1 ? line : next.site();
        longest = new Activity(null, names.line(call.site()), names.line(after), -1);
      }
      long within = Math.min(call.end(), last.begin()) - Math.max(from, call.begin());
      if (within > most) {
        most = within;
        boolean hasWaited = waits != null && waits.kind(rank.rank(), i) != WaitKind.NONE;
        int forWhom = hasWaited && waits != null ? waits.culprit(rank.rank(), i) : -1;
        longest = new Activity(names.call(call.what()), null, names.line(call.site()), forWhom);
      }
      next = call;
    }
    return longest;
  }

  /** The call within which a message was sent: the next of its thread that returns. */
  private static CallRecord callAround(RankCalls rank, int index, CallRecord sent) {
    for (int i = index + 1; i < Math.min(rank.count(), index + MOST_CALLS); i++) {
      CallRecord call = rank.get(i);
      if (call != null && call.thread() == sent.thread() && !isNoCall(rank.family(call))) {
        return call;
      }
    }
    return sent;
  }

  private static boolean isNoCall(Family family) {
    return family == Family.RECEIVED || family == Family.SENT;
  }

  /** As the end of a sentence: {@code computed between Solver.java:70 and :75}. */
  String text() {
    if (call != null) {
      String itself = waitedFor < 0 ? "" : ", itself waiting for rank " + waitedFor;
      return "was in %s at %s%s".formatted(call.name(), after.text(), itself);
    }
    Names.Line first = before;
    if (first == null) {
      return "computed before " + after.text();
    }
    return first.equals(after)
        ? "computed between two calls at " + after.text()
        : "computed between %s and %s".formatted(first.text(), shortened(first, after));
  }

  /** Without the file if it is the same. */
  private static String shortened(Names.Line first, Names.Line second) {
    int colon = second.place().lastIndexOf(':');
    boolean isSameFile =
        colon > 0 && first.place().startsWith(second.place().substring(0, colon + 1));
    return isSameFile ? second.place().substring(colon) : second.text();
  }
}
