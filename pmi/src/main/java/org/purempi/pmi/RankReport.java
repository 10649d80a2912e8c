package org.purempi.pmi;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.purempi.hang.Facts;
import org.purempi.hang.RankSet;
import org.purempi.hang.Situation;

/**
 * What one rank says when it is asked what it is doing.
 *
 * @param rank in the job
 * @param waitedSeconds how long it has waited; negative if it does not wait
 * @param lines the text, without rank and time, so that ranks may say the same
 * @param situation the same for programs; null from a rank that does not tell
 */
public record RankReport(
    int rank, double waitedSeconds, List<String> lines, @Nullable Situation situation) {
  private static final String INDENT = "    ";

  /** With more blocks than this, ranks share one whose lines differ in the ranks they name only. */
  private static final int MANY_BLOCKS = 32;

  private static final Pattern NUMBERS = Pattern.compile("\\b(rank|and) \\d+");

  /** Keeps a copy that nobody changes. */
  public RankReport {
    lines = List.copyOf(lines);
  }

  /** With a situation that has travelled as {@link Facts}; none if they make no sense here. */
  public static RankReport ofFacts(
      int rank, double waitedSeconds, List<String> lines, List<String> facts) {
    @Nullable Situation situation = null;
    try {
      situation = facts.isEmpty() ? null : Facts.parse(rank, facts);
    } catch (IllegalArgumentException e) {
      // Of another version: its lines say it as well.
    }
    return new RankReport(rank, waitedSeconds, lines, situation);
  }

  /** The situation as it travels; nothing if there is none. */
  public List<String> facts() {
    return situation == null ? List.of() : Facts.of(situation);
  }

  /** The text alone. */
  public RankReport(int rank, double waitedSeconds, List<String> lines) {
    this(rank, waitedSeconds, lines, null);
  }

  /**
   * All reports as one text, a block for each; ranks that say the same share one. Of very many
   * blocks those are one that only name different ranks, and the smallest are left out.
   */
  public static String text(List<RankReport> reports) {
    Map<List<String>, List<RankReport>> blocks = blocks(reports, lines -> lines);
    if (blocks.size() > MANY_BLOCKS) {
      blocks = blocks(reports, RankReport::nameless);
    }
    var text = new StringBuilder();
    int left = 0;
    for (var block : blocks.entrySet()) {
      if (blocks.size() > MANY_BLOCKS && left++ >= MANY_BLOCKS) {
        break;
      }
      text.append(ranks(block.getValue())).append(waited(block.getValue())).append(":\n");
      block.getKey().forEach(line -> text.append(INDENT).append(line).append('\n'));
    }
    if (blocks.size() > MANY_BLOCKS) {
      int more = blocks.size() - MANY_BLOCKS;
      text.append("and ").append(more).append(" more kinds of ranks\n");
    }
    return text.toString();
  }

  private static Map<List<String>, List<RankReport>> blocks(
      List<RankReport> reports, Function<List<String>, List<String>> shown) {
    Map<List<String>, List<RankReport>> blocks = new LinkedHashMap<>();
    reports.stream()
        .sorted((a, b) -> Integer.compare(a.rank, b.rank))
        .forEach(
            r -> blocks.computeIfAbsent(shown.apply(r.lines), key -> new ArrayList<>()).add(r));
    return blocks;
  }

  private static List<String> nameless(List<String> lines) {
    return lines.stream().map(line -> NUMBERS.matcher(line).replaceAll("$1 …")).distinct().toList();
  }

  private static String ranks(List<RankReport> same) {
    String words =
        RankSet.of(same.stream().mapToInt(RankReport::rank).toArray()).words(Integer.MAX_VALUE);
    return same.size() == 1 ? words : words + " (" + same.size() + " ranks)";
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
