package org.purempi.launch.output;

import org.purempi.launch.hosts.RankPlacement;

/**
 * A text in which Hydra's marks stand for the rank it is for: {@code %r} its number, {@code %h} its
 * host, {@code %p} the host's number in the job, {@code %g} the process group, which is 0, and
 * {@code %%} a percent sign.
 *
 * @param text as it was written
 */
public record OutputPattern(String text) {
  /** The text for one rank. */
  String of(int rank, RankPlacement placement) {
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
            case 'g' -> "0";
            case '%' -> "%";
            default -> "";
          };
      result.append(value.isEmpty() ? String.valueOf(c) : value);
      i += value.isEmpty() ? 0 : 1;
    }
    return result.toString();
  }
}
