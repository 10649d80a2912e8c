package org.purempi.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;
import org.purempi.MpiAbortException;

/** What became of each rank of a test, and the one failure that JUnit gets to see. Any thread. */
final class Outcomes {
  private static final String PASSED = "passed";
  private static final String RELEASED = "released from waiting";

  private final @Nullable String[] words;
  private final List<Throwable> others = new ArrayList<>();
  private @Nullable Throwable first;
  private int firstRank;

  Outcomes(int ranks) {
    words = new @Nullable String[ranks];
  }

  synchronized void passed(int rank) {
    words[rank] = PASSED;
  }

  /** A rank has thrown; a rank that was only released from waiting has not failed. */
  synchronized void threw(int rank, Throwable t) {
    if (first != null && t instanceof MpiAbortException) {
      words[rank] = RELEASED;
    } else if (first == null) {
      first = t;
      firstRank = rank;
    } else {
      words[rank] = "failed too: " + t;
      others.add(t);
    }
  }

  synchronized boolean anyThrew() {
    return first != null;
  }

  /** The failure, which names the rank and says what became of the others. */
  synchronized Throwable failure() {
    Throwable t = Objects.requireNonNull(first);
    if (t instanceof TestAbortedException) {
      return t; // an assumption that does not hold on one rank: the test is skipped
    }
    String message =
        "rank " + firstRank + " of " + words.length + ": " + describe(t) + "\n" + theOthers();
    AssertionFailedError failure =
        t instanceof AssertionFailedError a && a.isExpectedDefined() && a.isActualDefined()
            ? new AssertionFailedError(message, a.getExpected(), a.getActual(), t)
            : new AssertionFailedError(message, t);
    failure.setStackTrace(t.getStackTrace());
    others.forEach(failure::addSuppressed);
    return failure;
  }

  private static String describe(Throwable t) {
    return t instanceof AssertionError && t.getMessage() != null ? t.getMessage() : t.toString();
  }

  /** Ranks of the same fate share a line. */
  private String theOthers() {
    var fates = new ArrayList<String>();
    for (int r = 0; r < words.length; r++) {
      if (r != firstRank) {
        String word = words[r] == null ? "did not end" : words[r];
        if (!fates.contains(word)) {
          fates.add(word);
        }
      }
    }
    var lines = new StringBuilder();
    for (String fate : fates) {
      var ranks = new ArrayList<String>();
      for (int r = 0; r < words.length; r++) {
        String word = words[r] == null ? "did not end" : words[r];
        if (r != firstRank && word.equals(fate)) {
          ranks.add(r + "");
        }
      }
      lines.append(ranks.size() == 1 ? "  rank " : "  ranks ");
      lines.append(String.join(", ", ranks)).append(": ").append(fate).append('\n');
    }
    return lines.toString().stripTrailing();
  }
}
