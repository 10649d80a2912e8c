package org.purempi.pmi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one rank says when it is asked what it is doing.
 *
 * @param rank in the job
 * @param waitedSeconds how long it has waited; negative if it does not wait
 * @param lines the text, without rank and time, so that ranks may say the same
 */
public record RankReport(int rank, double waitedSeconds, List<String> lines) {
  private static final String INDENT = "    ";

  /** Keeps a copy that nobody changes. */
  public RankReport {
    lines = List.copyOf(lines);
  }

  /** All reports as one text, a block for each; ranks that say the same share one. */
  public static String text(List<RankReport> reports) {
    Map<List<String>, List<RankReport>> blocks = new LinkedHashMap<>();
    reports.stream()
        .sorted((a, b) -> Integer.compare(a.rank, b.rank))
        .forEach(r -> blocks.computeIfAbsent(r.lines, lines -> new ArrayList<>()).add(r));
    var text = new StringBuilder();
    blocks.forEach(
        (lines, same) -> {
          text.append(ranks(same)).append(waited(same)).append(":\n");
          lines.forEach(line -> text.append(INDENT).append(line).append('\n'));
        });
    return text.toString();
  }

  private static String ranks(List<RankReport> same) {
    if (same.size() == 1) {
      return "rank " + same.getFirst().rank;
    }
    var text = new StringBuilder("ranks ");
    for (int i = 0; i < same.size(); ) {
      int last = i;
      while (last + 1 < same.size() && same.get(last + 1).rank == same.get(last).rank + 1) {
        last++;
      }
      text.append(i == 0 ? "" : ", ").append(same.get(i).rank);
      text.append(last == i ? "" : (last == i + 1 ? ", " : "-") + same.get(last).rank);
      i = last + 1;
    }
    return text.append(" (").append(same.size()).append(" ranks)").toString();
  }

  private static String waited(List<RankReport> same) {
    double least = same.stream().mapToDouble(RankReport::waitedSeconds).min().orElse(-1);
    double most = same.stream().mapToDouble(RankReport::waitedSeconds).max().orElse(-1);
    if (least < 0) {
      return "";
    }
    String from = seconds(least);
    String to = seconds(most);
    return ", waiting for " + (from.equals(to) ? to : from + " to " + to) + " s";
  }

  private static String seconds(double time) {
    double whole = 10;
    return time < whole
        ? String.format(Locale.ROOT, "%.1f", time)
        : Long.toString(Math.round(time));
  }
}
