package org.purempi.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The race from the command line to the table; {@code benchmarks/compare} builds it and starts it.
 */
public final class Compare {

  private static final int WRONG_USE = 2;

  private final Options options;
  private final Path root;
  private final Path directory;
  private final String classPath;
  private final String loadBefore = Machine.load();
  private final List<Row> rows = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final Ledger ledger = new Ledger(System.err);

  private Compare(Options options, Path root, Path directory, String classPath) {
    this.options = options;
    this.root = root;
    this.directory = directory;
    this.classPath = classPath;
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
    try {
      Options options = Options.parse(all.subList(3, all.size()));
      var race = new Compare(options, Path.of(all.get(0)), Path.of(all.get(1)), all.get(2));
      String command = "benchmarks/compare " + String.join(" ", all.subList(3, all.size()));
      race.run();
      race.write(command.strip());
    } catch (Options.Misuse e) {
      System.err.println("compare: " + e.getMessage());
      System.err.print(Options.USAGE);
      System.exit(WRONG_USE);
    }
  }

  private void run() {
    Pace pace = options.pace();
    var floors = new Floors(directory, classPath);
    var starts = new Starts(root, directory, classPath);
    var contest =
        new Contest(contestants(), pace, directory, ledger, () -> floor(floors), new Distance());
    List<Row> startRows = List.of();
    if (options.benchmarks().contains(Benchmark.START.name())) {
      startRows = starts.run(pace.starts(), System.err);
    }
    List<Benchmark> loops =
        Benchmark.LOOPS.stream()
            .filter(each -> options.benchmarks().contains(each.name()))
            .toList();
    if (!loops.isEmpty()) {
      options.ranks().forEach(ranks -> contest.run(loops, ranks));
    }
    if (floors.rows().isEmpty()) {
      floor(floors);
    }
    rows.addAll(floors.rows());
    rows.addAll(startRows);
    rows.addAll(ledger.rows(transports()));
    failures.addAll(floors.failures());
    failures.addAll(starts.failures());
    failures.addAll(ledger.failures());
  }

  private void floor(Floors floors) {
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
    return options.contestants().stream().map(this::contestant).toList();
  }

  private Contestant contestant(String name) {
    List<String> words = List.of(name.split(Options.FLAG, -1));
    List<String> flags = words.subList(1, words.size());
    String memory = words.getFirst().substring(name.indexOf('-') + 1);
    if (name.startsWith("shm-")) {
      return Contestant.processes(name, root, classPath, memory, flags);
    }
    if (name.startsWith("thread-")) {
      return Contestant.threads(name, root, classPath, memory, flags);
    }
    if (name.startsWith("tcp-") || name.startsWith("tls-")) {
      List<String> all = new ArrayList<>(flags);
      all.add("-Dpurempi.transport=tcp");
      all.add("-Dpurempi.encrypt=" + name.startsWith("tls-"));
      return Contestant.processes(name, root, classPath, memory, all);
    }
    return switch (name) {
      case "mpich" -> Contestant.mpich();
      case "mpich-tcp" -> Contestant.mpichOverTcp();
      case "openmpi-tcp" -> Contestant.openmpiOverTcp();
      default -> Contestant.openmpi();
    };
  }

  private void write(String command) throws IOException {
    Map<String, String> facts = Machine.facts(loadBefore);
    facts.put(
        "turns repeated because the processors had moved", Integer.toString(ledger.repeats()));
    var around =
        new Report.Circumstances(
            command,
            options.pace(),
            Runtime.getRuntime().availableProcessors(),
            facts,
            ledger.bindings(),
            withoutPaths(failures));
    Files.writeString(directory.resolveSibling("compare.csv"), Table.csv(rows));
    page(directory.resolveSibling("compare.md"), around);
    Path docs = options.docs();
    if (docs != null) {
      page(docs.toAbsolutePath(), around);
    }
    System.out.println(directory.resolveSibling("compare.csv"));
    System.out.println(directory.resolveSibling("compare.md"));
    for (Verdicts.Verdict verdict : around.verdicts(rows)) {
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

  /** Writes the page and, in a directory of the same name beside it, its plots. */
  private void page(Path file, Report.Circumstances around) throws IOException {
    String name = String.valueOf(file.getFileName()).replaceAll("\\.md$", "");
    Path plots = Files.createDirectories(file.resolveSibling(name + "-plots"));
    for (Family family : Family.values()) {
      String svg = Plots.family(rows, family);
      if (svg != null) {
        Files.writeString(plots.resolve(family.slug() + ".svg"), svg);
      }
    }
    Files.writeString(file, Report.markdown(rows, around, name + "-plots/"));
  }
}
