package org.purempi.setting;

import java.util.Arrays;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** What a mistyped name may have been meant to be. */
public final class Spelling {
  /** So many wrong letters are a slip; more are another word. */
  private static final int MOST_SLIPS = 2;

  private Spelling() {}

  /** The nearest of the known names; null when none is close. */
  public static @Nullable String nearest(String mistyped, Collection<String> known) {
    int close = Math.min(MOST_SLIPS, mistyped.length() / 2);
    String nearest = null;
    for (String name : known) {
      int slips = name.length() > MOST_SLIPS ? distance(name, mistyped) : Integer.MAX_VALUE;
      if (slips < close || (slips == close && nearest == null)) {
        close = slips;
        nearest = name;
      }
    }
    return nearest;
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
