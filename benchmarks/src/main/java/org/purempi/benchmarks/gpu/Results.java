package org.purempi.benchmarks.gpu;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What the programs have said. */
final class Results {
  /** What a line begins with that says something of the machine: its name, and words. */
  static final String FACT = "fact";

  /** What a line begins with that names a case of a test: its name, and whether it failed. */
  private static final String CASE = "case";

  /** The fact that names the device. */
  static final String DEVICE = "device";

  /** A time in microseconds. */
  record Figure(double median, double lowest) {}

  /** By series and bytes. */
  private final Map<String, NavigableMap<Long, Figure>> figures = new LinkedHashMap<>();

  private final Map<String, String> facts = new LinkedHashMap<>();
  private final Map<String, Integer> checked = new LinkedHashMap<>();
  private final List<String> wrong = new ArrayList<>();

  /** Takes a line of a program; what it does not know is no result. */
  void add(String line) {
    String[] words = line.split(" ", 3);
    if (words[0].equals(CASE) && words.length > 1) {
      checked.merge(Job.CASES, 1, Integer::sum);
      if (words.length > 2) {
        wrong.add(line);
      }
    } else if (words.length > 2) {
      add(words);
    }
  }

  private void add(String[] words) {
    switch (words[0]) {
      case Stopwatch.FIGURE -> {
        String[] numbers = words[2].split(" ", -1);
        figures
            .computeIfAbsent(words[1], s -> new TreeMap<>())
            .put(
                Long.parseLong(numbers[0]),
                new Figure(Double.parseDouble(numbers[1]), Double.parseDouble(numbers[2])));
      }
      case FACT -> facts.put(words[1], words[2]);
      case Checked.COUNT -> checked.merge(words[1], Integer.parseInt(words[2]), Integer::sum);
      case Checked.WRONG -> wrong.add(words[1] + ": " + words[2]);
      default -> {}
    }
  }

  /** Takes the report of a rank that has run conformance cases. */
  void addReport(List<String> lines) {
    long passed = lines.stream().filter(line -> line.startsWith("OK ")).count();
    checked.merge(Job.CONFORMANCE, (int) passed, Integer::sum);
    lines.stream()
        .filter(line -> line.startsWith("FAIL "))
        .forEach(line -> wrong.add(Job.CONFORMANCE + ": " + line));
  }

  /** Something that did not go as it should. */
  void addWrong(String what) {
    wrong.add(what);
  }

  /** The figures of a series by bytes; none if it was not measured. */
  NavigableMap<Long, Figure> series(String name) {
    return figures.getOrDefault(name, new TreeMap<>());
  }

  /** The names of all series that begin so, in the order in which they were measured. */
  List<String> names(String prefix) {
    return figures.keySet().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  /** A figure; empty if it was not measured. */
  Optional<Figure> figure(String name, long bytes) {
    return Optional.ofNullable(series(name).get(bytes));
  }

  /** Its median; empty if it was not measured. */
  OptionalDouble median(String name, long bytes) {
    return figure(name, bytes).stream().mapToDouble(Figure::median).findFirst();
  }

  /** What was said of the machine. */
  Map<String, String> facts() {
    return facts;
  }

  /** How many answers were looked at, by name. */
  Map<String, Integer> checked() {
    return checked;
  }

  /** What was wrong, in words. */
  List<String> wrong() {
    return wrong;
  }

  /**
   * The length from which on, at all lengths that were measured, the second series takes no longer
   * than the first; empty if not even at the greatest.
   */
  OptionalLong overtakes(String first, String second) {
    OptionalLong from = OptionalLong.empty();
    for (long bytes : series(second).descendingKeySet()) {
      OptionalDouble old = median(first, bytes);
      OptionalDouble young = median(second, bytes);
      if (old.isEmpty() || young.isEmpty() || young.getAsDouble() > old.getAsDouble()) {
        break;
      }
      from = OptionalLong.of(bytes);
    }
    return from;
  }

  /**
   * Of some series the one whose medians have the least geometric mean at lengths from so many
   * bytes on; empty if none was measured there.
   */
  Optional<String> fastest(List<String> names, long fromBytes) {
    Optional<String> fastest = Optional.empty();
    double least = Double.MAX_VALUE;
    for (String name : names) {
      double mean =
          series(name).tailMap(fromBytes, true).values().stream()
              .mapToDouble(figure -> Math.log(figure.median()))
              .average()
              .orElse(Double.MAX_VALUE);
      if (mean < least) {
        least = mean;
        fastest = Optional.of(name);
      }
    }
    return fastest;
  }
}
