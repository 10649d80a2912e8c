package org.purempi.launch.output;

import org.purempi.launch.hosts.RankPlacement;

/**
 * A text in which Hydra's marks stand for the rank it is for: {@code %r} its number, {@code %h} its
 * host, {@code %p} the host's number in the job, {@code %g} its world, which is 0 unless it was
 * spawned, and {@code %%} a percent sign.
 *
 * @param text as it was written
 */
public record OutputPattern(String text) {
  private static final String WORLD = "%g";

  /** The same for files, which no two worlds may share: a spawned one's end in its number. */
  OutputPattern ofFiles(int world) {
    return world == 0 || text.contains(WORLD) ? this : new OutputPattern(text + "." + WORLD);
  }

  /** The text for one rank of a world. */
  String of(int rank, int world, RankPlacement placement) {
    int host = rank < placement.size() ? placement.hostOf().get(rank) : 0;
    var result = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char mark = c == '%' && i + 1 < text.length() ? text.charAt(i + 1) : 0;
      String value =
          switch (mark) {
            case 'r' -> Integer.toString(rank);
            case 'h' -> placement.hosts().get(host).name();
            case 'p' -> Integer.toString(host);
            case 'g' -> Integer.toString(world);
            case '%' -> "%";
            default -> "";
          };
      result.append(value.isEmpty() ? String.valueOf(c) : value);
      i += value.isEmpty() ? 0 : 1;
    }
    return result.toString();
  }
}
