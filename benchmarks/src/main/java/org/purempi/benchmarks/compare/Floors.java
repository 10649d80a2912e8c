package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Runs the two floor programs, one in C and one in Java, and reads what they print. */
final class Floors {

  private static final String IN_C = "floor-c";
  private static final String IN_JAVA = "floor-java";
  private static final int MILLIS = 100;
  private static final int THREADS = 2;
  private static final String TWIN = "org.purempi.benchmarks.Floor";

  private record Key(String benchmark, String transport, int bytes) {}

  private final Path directory;
  private final String classPath;
  private final Map<Key, List<Double>> values = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();

  /** Floors that have not been measured; {@code directory} holds the C program. */
  Floors(Path directory, String classPath) {
    this.directory = directory;
    this.classPath = classPath;
  }

  /** Runs both once; may be called again, later in the race. */
  void run(List<Integer> sizes) {
    List<String> arguments = new ArrayList<>(List.of(Integer.toString(MILLIS)));
    sizes.forEach(bytes -> arguments.add(Integer.toString(bytes)));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    read(IN_C, List.of(directory.resolve("floor").toString()), arguments);
    read(IN_JAVA, List.of(java, "-cp", classPath, TWIN), arguments);
  }

  /** What has been measured so far. */
  List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    values.forEach((key, each) -> rows.add(row(key, new Measured(each))));
    return rows;
  }

  private static Row row(Key key, Measured measured) {
    return row(key.benchmark, key.transport.equals(IN_C), key.bytes, measured);
  }

  /** What one of the two programs reached. */
  static Row row(String benchmark, boolean inC, int bytes, @Nullable Measured measured) {
    boolean bounce = benchmark.equals(Benchmark.BOUNCE.name());
    return new Row(
        Benchmark.named(benchmark),
        inC ? IN_C : IN_JAVA,
        bounce ? THREADS : 1,
        bounce ? 0 : bytes,
        measured,
        null,
        null);
  }

  private void read(String transport, List<String> program, List<String> arguments) {
    List<String> command = new ArrayList<>(program);
    command.addAll(arguments);
    try {
      for (String line : Commands.output(command).lines().toList()) {
        String[] words = line.split(" ", -1);
        if (words.length != 3) {
          throw new Crew.Failure("cannot read '" + line + "' of " + program.getFirst());
        }
        values
            .computeIfAbsent(
                new Key(words[0], transport, Integer.parseInt(words[1])), key -> new ArrayList<>())
            .add(Double.valueOf(words[2]));
      }
    } catch (Crew.Failure e) {
      failures.add(e.what());
    }
  }

  /** What went wrong, a sentence each. */
  List<String> failures() {
    return failures;
  }
}
