package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The race from the command line to the table; {@code benchmarks/compare} builds it and starts it.
 */
public final class Compare {

  private static final int WRONG_USE = 2;
  private static final String RUNNER = "org.purempi.benchmarks.Race";
  private static final String COLD_RUNNER = "org.purempi.benchmarks.ColdRanks";

  private static final List<String> UNFINISHED =
      List.of("this was written while the race was still on");

  private final Options options;
  private final String command;
  private final Path root;
  private final Path directory;
  private final String classPath;
  private final String loadBefore = Machine.load();
  private final Floors floors;
  private final Starts starts;
  private final Ledger ledger = new Ledger(System.err);
  private final Map<String, String> observed = new LinkedHashMap<>();
  private List<Row> startRows = List.of();

  private Compare(List<String> words, Path root, Path directory, String classPath)
      throws Options.Misuse {
    this.options = Options.parse(words);
    this.command = ("benchmarks/compare " + String.join(" ", words)).strip();
    this.root = root;
    this.directory = directory;
    this.classPath = classPath;
    this.floors = new Floors(directory, classPath);
    this.starts = new Starts(root, directory, classPath);
  }

  /**
   * Runs the race.
   *
   * @param arguments root of the source tree, directory of the compiled C programs, class path of
   *     the Java twins, then the options
   * @throws IOException if the results cannot be written
   */
  public static void main(String[] arguments) throws IOException {
    List<String> all = List.of(arguments);
    List<String> words = all.subList(3, all.size());
    if (words.size() == 2 && words.getFirst().equals(Options.REPLOT)) {
      Page.replot(Path.of(words.getLast()).toAbsolutePath());
      return;
    }
    if (words.size() == 2 && words.getFirst().equals(Options.SUMMARY)) {
      Overview.draw(Path.of(words.getLast()).toAbsolutePath());
      return;
    }
    try {
      new Compare(words, Path.of(all.get(0)), Path.of(all.get(1)), all.get(2)).run();
    } catch (Options.Misuse e) {
      System.err.println("compare: " + e.getMessage());
      System.err.print(Options.USAGE);
      System.exit(WRONG_USE);
    }
  }

  private void run() throws IOException {
    if (options.cold()) {
      runCold();
    } else {
      runWarm();
    }
    tell(write(List.of()));
  }

  private void runCold() throws IOException {
    var race = new ColdRace(contestants(), options.pace().sizes(), directory, ledger);
    for (int round = 1; round <= options.pace().rounds(); round++) {
      for (int ranks : options.ranks()) {
        race.round(options.loops(ranks), ranks);
        observed.put(
            "processors taken by other programs", "%.0f %%".formatted(race.percentOfOthers()));
        write(UNFINISHED);
      }
    }
  }

  /** Writes what there is after every heat: whoever ends a race early keeps what it has found. */
  private void runWarm() throws IOException {
    Pace pace = options.pace();
    var contest = new Contest(contestants(), pace, directory, ledger, this::floor, new Distance());
    if (options.benchmarks().contains(Benchmark.START.name())) {
      startRows = starts.run(pace.starts(), System.err);
    }
    for (int ranks : options.ranks()) {
      List<Benchmark> loops = options.loops(ranks);
      boolean apart = pace.freshStarts() || loops.isEmpty();
      for (List<Benchmark> heat : apart ? apart(loops) : List.of(loops)) {
        contest.run(heat, ranks);
        observed.put(
            "turns repeated because the processors had moved", Integer.toString(ledger.repeats()));
        write(UNFINISHED);
      }
    }
    if (floors.rows().isEmpty()) {
      floor();
    }
  }

  private static List<List<Benchmark>> apart(List<Benchmark> benchmarks) {
    return benchmarks.stream().map(List::of).toList();
  }

  private void floor() {
    if (options.benchmarks().contains("floor")) {
      floors.run(options.pace().sizes());
    }
  }

  /** Without any of ours the peers still make rows. */
  private List<String> transports() {
    List<String> ours =
        contestants().stream()
            .filter(each -> each.side() == Contestant.Side.OURS)
            .map(Contestant::name)
            .toList();
    return ours.isEmpty() ? List.of("none") : ours;
  }

  private List<Contestant> contestants() {
    var home = new Contestant.Home(root, classPath, options.cold() ? COLD_RUNNER : RUNNER);
    return options.contestants().stream().map(name -> Contestant.named(name, home)).toList();
  }

  private List<Row> rows() {
    return Stream.of(floors.rows(), startRows, ledger.rows(transports()))
        .flatMap(List::stream)
        .filter(row -> row.ours() != null || !row.transport().startsWith(Contestant.FLOOR))
        .toList();
  }

  private List<String> failures(List<String> more) {
    return Stream.of(more, floors.failures(), starts.failures(), ledger.failures())
        .flatMap(List::stream)
        .toList();
  }

  /** Writes table and pages; returns what the rows mean. */
  private List<Verdicts.Verdict> write(List<String> moreFailures) throws IOException {
    List<Row> rows = rows();
    Map<String, String> facts = Machine.facts(loadBefore);
    facts.putAll(observed);
    var around =
        new Report.Circumstances(
            command,
            options.pace(),
            Runtime.getRuntime().availableProcessors(),
            facts,
            ledger.bindings(),
            withoutPaths(failures(moreFailures)));
    Files.writeString(result(".csv"), Table.csv(rows));
    page(result(".md"), rows, around);
    Path docs = options.docs();
    if (docs != null) {
      page(docs.toAbsolutePath(), rows, around);
    }
    return options.cold() ? List.of() : around.verdicts(rows);
  }

  private Path result(String ending) {
    return directory.resolveSibling((options.cold() ? "cold" : "compare") + ending);
  }

  private void tell(List<Verdicts.Verdict> verdicts) {
    System.out.print(Table.aligned(rows()));
    System.out.println(result(".csv"));
    System.out.println(result(".md"));
    for (Verdicts.Verdict verdict : verdicts) {
      System.out.printf(
          "%-8s %-12s %s (%s)%n",
          verdict.required() ? "required" : "goal",
          verdict.answer(),
          verdict.demand(),
          verdict.detail());
    }
  }

  /** Failures name logs and programs; where the source tree lies is nobody's business. */
  private List<String> withoutPaths(List<String> texts) {
    return texts.stream().map(text -> text.replace(root + "/", "")).toList();
  }

  /** Writes the page and its plots. */
  private void page(Path file, List<Row> rows, Report.Circumstances around) throws IOException {
    Page.draw(file, rows);
    String plots = Page.plots(file);
    Files.writeString(
        file,
        options.cold()
            ? ColdReport.markdown(rows, around, plots)
            : Report.markdown(rows, around, plots));
  }
}
