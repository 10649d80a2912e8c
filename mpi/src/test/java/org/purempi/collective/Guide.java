package org.purempi.collective;

import java.util.List;
import java.util.stream.Collectors;

/** The part of docs/guide/collectives.md that is made from the tables; run to print it. */
final class Guide {
  private Guide() {}

  public static void main(String[] args) {
    System.out.print(tables());
  }

  static String tables() {
    return Tables.ALL.stream().map(Guide::table).collect(Collectors.joining("\n"));
  }

  private static String table(Table<?> table) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(table.operation()).append("\n\n");
    text.append("| ranks up to | bytes up to (of ").append(table.measure());
    text.append(") | algorithm |\n|---|---|---|\n");
    for (var rule : table.rules()) {
      text.append("| ").append(rule.maxRanks() == Table.ANY ? "any" : rule.maxRanks());
      text.append(suffix(rule.least()));
      text.append(" | ").append(bytes(rule.maxBytes()));
      text.append(" | ").append(rule.algorithm().name()).append(" |\n");
    }
    text.append("\nAlgorithms: ");
    text.append(
        table.algorithms().stream()
            .map(a -> "`" + a.name() + "`" + needs(a))
            .collect(Collectors.joining(", ")));
    return text.append(".\n").toString();
  }

  private static String suffix(Closeness least) {
    return switch (least) {
      case FAR -> "";
      case NEAR -> ", sharing memory";
      case CROWDED -> ", sharing memory and cores";
    };
  }

  private static String needs(Algorithm<?> algorithm) {
    List<Algorithm.Need> needs = algorithm.needs();
    return needs.isEmpty()
        ? ""
        : needs.stream()
            .map(Algorithm.Need::toString)
            .collect(Collectors.joining(" and ", " (needs ", ")"));
  }

  private static String bytes(long bytes) {
    if (bytes == Long.MAX_VALUE) {
      return "any";
    }
    if (bytes % (1 << 20) == 0) {
      return (bytes >> 20) + " MiB";
    }
    return bytes % (1 << 10) == 0 ? (bytes >> 10) + " KiB" : Long.toString(bytes);
  }
}
