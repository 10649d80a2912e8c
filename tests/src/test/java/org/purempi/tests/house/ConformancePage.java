package org.purempi.tests.house;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes docs/reference/conformance.md out of docs/reference/conformance.txt: {@code
 * .ci/conformance} runs this file by itself.
 */
final class ConformancePage {
  private static final Pattern BAR = Pattern.compile("\\|");
  private static final Pattern METHOD = Pattern.compile("\\bvoid (\\w+)\\(");
  private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");

  /** A call, or a function that stands in an array of several of one kind. */
  private static final Pattern CALL = Pattern.compile("\\bMPIX?_\\w+(?=\\s*[(,}])");

  private static final Path PROGRAMS = Path.of("abi/src/test/c");

  private static final Map<Integer, String> CHAPTERS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry(3, "Point-to-point communication"),
              Map.entry(4, "Partitioned communication"),
              Map.entry(5, "Datatypes"),
              Map.entry(6, "Collective communication"),
              Map.entry(7, "Groups, contexts, communicators"),
              Map.entry(8, "Virtual topologies"),
              Map.entry(9, "Environment"),
              Map.entry(10, "Info"),
              Map.entry(11, "Processes: the world, sessions, dynamic processes"),
              Map.entry(12, "One-sided communication"),
              Map.entry(13, "External interfaces"),
              Map.entry(14, "Files"),
              Map.entry(15, "Tool support"),
              Map.entry(16, "Deprecated interfaces"),
              Map.entry(19, "Language bindings"),
              Map.entry(20, "Application binary interface")));

  private ConformancePage() {}

  /**
   * One function of the Standard.
   *
   * @param java Class.method, or the word "none"
   * @param shown the test, or why there is none
   */
  record Function(String name, int chapter, String java, String shown) {
    boolean isHere() {
      return !java.equals("none");
    }
  }

  public static void main(String[] args) throws IOException {
    Path root = Path.of(args.length > 0 ? args[0] : "");
    Files.writeString(page(root), make(root));
  }

  static Path page(Path root) {
    return root.resolve("docs/reference/conformance.md");
  }

  /** The lines of conformance.txt. */
  static List<Function> functions(Path root) throws IOException {
    List<Function> functions = new ArrayList<>();
    for (String line : Files.readAllLines(root.resolve("docs/reference/conformance.txt"))) {
      if (!line.startsWith("#")) {
        List<String> words = BAR.splitAsStream(line).map(String::strip).toList();
        if (words.size() != 4 || words.stream().anyMatch(String::isEmpty)) {
          throw new IOException("conformance.txt: not function | chapter | Java | test: " + line);
        }
        functions.add(
            new Function(words.get(0), Integer.parseInt(words.get(1)), words.get(2), words.get(3)));
      }
    }
    return functions;
  }

  /** Where the source of each test is, by {@code Class.method} without a package. */
  static Map<String, Path> testSources(Path root) throws IOException {
    Map<String, Path> sources = new HashMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(ConformancePage::isTest).sorted().toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        METHOD
            .matcher(Files.readString(file))
            .results()
            .forEach(m -> sources.put(name + "." + m.group(1), root.relativize(file)));
      }
    }
    return sources;
  }

  private static boolean isTest(Path file) {
    return file.toString().matches(".*/src/test/java/.*(Cases|Test)\\.java");
  }

  /** Of each function of C the program among our own in C that calls it most often. */
  static Map<String, Path> programs(Path root) throws IOException {
    Map<String, Path> programs = new HashMap<>();
    Map<String, Long> most = new HashMap<>();
    try (Stream<Path> files = Files.list(root.resolve(PROGRAMS))) {
      for (Path file : files.filter(f -> f.toString().matches(".*\\.[ch]")).sorted().toList()) {
        CALL.matcher(COMMENT.matcher(Files.readString(file)).replaceAll(""))
            .results()
            .collect(Collectors.groupingBy(MatchResult::group, Collectors.counting()))
            .forEach(
                (function, calls) -> {
                  if (calls > most.getOrDefault(function, 0L)) {
                    most.put(function, calls);
                    programs.put(function, root.relativize(file));
                  }
                });
      }
    }
    return programs;
  }

  static String make(Path root) throws IOException {
    List<Function> functions = functions(root);
    Map<String, Path> sources = testSources(root);
    Map<String, Path> programs = programs(root);
    StringBuilder page = new StringBuilder();
    page.append(
        """
        <!-- Made by .ci/conformance out of conformance.txt: change that, not this. -->
        # Conformance

        The functions of the MPI Standard's C interface (version 5.0): what each is called in Java, a test that
        shows it, and a program in C that calls it ([programs in C](../guide/c-programs.md) have all of them, and their
        forms for large counts). A name of Java follows from the Standard's by one rule: without `MPI_` and the name of
        the object, the first letter lower, `_x` becomes `X`. *none*: it makes no sense in Java. An `info` argument for
        which the Standard has no key (persistent collectives, partitioned messages, graphs) is left out in Java.

        | chapter | | in Java | none | in C |
        |---|---|---|---|---|
        """);
    CHAPTERS.forEach(
        (number, title) -> {
          List<Function> its = functions.stream().filter(f -> f.chapter == number).toList();
          page.append(
              "| %d | [%s](#%s) | %d | %d | %d |%n"
                  .formatted(
                      number,
                      title,
                      anchor(number, title),
                      count(its, Function::isHere),
                      count(its, f -> !f.isHere()),
                      count(its, f -> programs.containsKey(f.name))));
        });
    CHAPTERS.forEach(
        (number, title) -> {
          page.append(
              "%n## %d %s%n%n| function | Java | shown by | in C |%n|---|---|---|---|%n"
                  .formatted(number, title));
          functions.stream()
              .filter(f -> f.chapter == number)
              .forEach(f -> page.append(row(f, sources, programs)));
        });
    return page.toString();
  }

  private static String anchor(int number, String title) {
    return (number + " " + title).toLowerCase(Locale.ROOT).replaceAll("[:,]", "").replace(' ', '-');
  }

  private static long count(List<Function> functions, Predicate<Function> what) {
    return functions.stream().filter(what).count();
  }

  private static String row(Function f, Map<String, Path> sources, Map<String, Path> programs) {
    String java = f.isHere() ? "`" + f.java + "`" : "*none*";
    String shown = f.shown;
    if (f.isHere()) {
      shown = link(f.shown, Objects.requireNonNull(sources.get(f.shown), f.shown));
    }
    Path program = programs.get(f.name);
    String called = program == null ? "" : link(String.valueOf(program.getFileName()), program);
    return "| `%s` | %s | %s | %s |%n".formatted(f.name, java, shown, called);
  }

  private static String link(String words, Path file) {
    return "[%s](../../%s)".formatted(words, file);
  }
}
