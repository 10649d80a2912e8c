package org.purempi.launch.output;

import java.util.BitSet;
import java.util.Map;
import org.purempi.launch.hosts.Ranges;

/** What stands before a line to say whose it is. */
public final class Labels {
  /** Six colours that can be read on black and on white, as numbers of ANSI. */
  private static final int[] COLOURS = {36, 33, 35, 32, 34, 31};

  private static final String NO_COLOUR = "NO_COLOR";

  private Labels() {}

  /** Whether labels are coloured: on a terminal, unless the user wants none (no-color.org). */
  public static boolean coloured(Map<String, String> environment, boolean isTerminal) {
    return isTerminal && environment.getOrDefault(NO_COLOUR, "").isEmpty();
  }

  /**
   * {@code [ranks] }.
   *
   * @param first the rank that chooses the colour
   */
  static String of(String ranks, int first, boolean coloured) {
    return painted("[" + ranks + "]", first, coloured) + " ";
  }

  /** A text in the colour of a rank; the space behind it stays as it is. */
  static String painted(String text, int rank, boolean coloured) {
    String word = text.stripTrailing();
    return coloured && !word.isEmpty()
        ? "\u001b["
            + COLOURS[rank % COLOURS.length]
            + "m"
            + word
            + "\u001b[0m"
            + text.substring(word.length())
        : text;
  }

  /** A set of ranks like {@code 0-2,5}. */
  static String ranks(BitSet set) {
    return Ranges.text(set.stream().boxed().toList());
  }
}
