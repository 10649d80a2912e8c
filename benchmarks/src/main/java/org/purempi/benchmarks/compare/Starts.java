package org.purempi.benchmarks.compare;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The start-up race: jobs that only begin and end MPI, from the command to its end. */
final class Starts {

  private static final List<Integer> RANKS = List.of(1, 2, 4, 8);
  private static final String PROGRAM = "org.purempi.benchmarks.Start";
  private static final String HELLO = "org.purempi.benchmarks.Hello";

  private final Path root;
  private final Path directory;
  private final String classPath;
  private final List<String> failures = new ArrayList<>();

  /**
   * A race that has not begun.
   *
   * @param root of the source tree, where bin/mpiexec is
   * @param directory where the C programs are
   */
  Starts(Path root, Path directory, String classPath) {
    this.root = root;
    this.directory = directory;
    this.classPath = classPath;
  }

  /** Runs everyone in turn so many times, after one time that does not count. */
  List<Row> run(int times, PrintStream notes) {
    List<Row> rows = new ArrayList<>();
    for (int ranks : RANKS) {
      notes.printf("start-up of %d ranks%n", ranks);
      Map<String, List<Double>> millis = new LinkedHashMap<>();
      Map<String, List<String>> commands = commands(ranks);
      for (int time = 0; time <= times; time++) {
        for (String name : List.copyOf(commands.keySet())) {
          once(name, ranks, time > 0, millis, commands);
        }
      }
      rows.add(
          new Row(
              Benchmark.START,
              "shm",
              ranks,
              0,
              of(millis, "shm"),
              of(millis, "mpich"),
              of(millis, "openmpi")));
      rows.add(new Row(Benchmark.START, "floor-java", ranks, 0, of(millis, HELLO), null, null));
    }
    return rows;
  }

  private Map<String, List<String>> commands(int ranks) {
    Path program = directory.resolve("start");
    String number = Integer.toString(ranks);
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(
        "shm",
        List.of(root.resolve("bin/mpiexec").toString(), "-n", number, "-cp", classPath, PROGRAM));
    commands.put("mpich", Contestant.mpich().launcher().command(ranks, program, List.of()));
    commands.put("openmpi", Contestant.openmpi().launcher().command(ranks, program, List.of()));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    commands.put(HELLO, List.of(java, "-cp", classPath, HELLO));
    return commands;
  }

  private void once(
      String name,
      int ranks,
      boolean counts,
      Map<String, List<Double>> millis,
      Map<String, List<String>> commands) {
    List<String> command = commands.get(name);
    if (command == null) {
      throw new IllegalStateException("no command for " + name);
    }
    try {
      double time = Commands.millis(command, name.equals(HELLO) ? ranks : 1);
      if (counts) {
        millis.computeIfAbsent(name, unused -> new ArrayList<>()).add(time);
      }
    } catch (Crew.Failure e) {
      failures.add("start-up of %d ranks, %s: %s".formatted(ranks, name, e.what()));
      commands.remove(name);
    }
  }

  private static @Nullable Measured of(Map<String, List<Double>> millis, String name) {
    List<Double> values = millis.get(name);
    return values == null ? null : new Measured(values);
  }

  /** What went wrong, a sentence each. */
  List<String> failures() {
    return failures;
  }
}
