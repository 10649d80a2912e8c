package org.purempi.launch;

import java.util.ArrayList;
import java.util.BitSet;

/** What stands before a line to say whose it is. */
final class Labels {
  /** Six colours that can be read on black and on white, as numbers of ANSI. */
  private static final int[] COLOURS = {36, 33, 35, 32, 34, 31};

  private static final String NO_COLOUR = "NO_COLOR";

  private Labels() {}

  /** Whether labels are coloured: on a terminal, unless the user wants none (no-color.org). */
  static boolean coloured() {
    String unwanted = System.getenv(NO_COLOUR);
    return Installation.isTerminal("out") && (unwanted == null || unwanted.isEmpty());
  }

  /**
   * {@code [ranks] }.
   *
   * @param first the rank that chooses the colour
   */
  static String of(String ranks, int first, boolean coloured) {
    String plain = "[" + ranks + "]";
    return coloured
        ? "\u001b[" + COLOURS[first % COLOURS.length] + "m" + plain + "\u001b[0m "
        : plain + " ";
  }

  /** A set of ranks like {@code 0-2,5}. */
  static String ranks(BitSet set) {
    var parts = new ArrayList<String>();
    for (int from = set.nextSetBit(0); from >= 0; ) {
      int to = set.nextClearBit(from) - 1;
      parts.add(from == to ? "" + from : from + "-" + to);
      from = set.nextSetBit(to + 1);
    }
    return String.join(",", parts);
  }
}
