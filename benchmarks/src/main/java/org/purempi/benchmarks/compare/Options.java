package org.purempi.benchmarks.compare;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What the command line asks for.
 *
 * @param cold whether everyone starts anew for every sample
 * @param benchmarks names; {@code floor} and {@code start_up} among them
 * @param contestants names; {@code mpich} and {@code openmpi} among them
 * @param docs the Markdown file to write besides those under the output directory, or null
 */
record Options(
    boolean cold,
    Pace pace,
    List<String> benchmarks,
    List<Integer> ranks,
    List<String> contestants,
    @Nullable Path docs) {

  /** How the command is used. */
  static final String USAGE =
      """
      usage: benchmarks/compare [options]
        --quick               two sizes, two rounds, Java arrays only: done within five minutes, while
                              the JVMs still compile; it shows that a race runs, not who is faster
        --cold                everyone starts anew for every sample: the loops of public benchmarks
                              (latency bcast allreduce alltoall barrier), and curves of the first
                              calls (latency_first bandwidth_first bcast_first ..., together
                              first-calls); writes cold.csv and cold.md
        --only A,B            only these benchmarks (latency, allreduce, ..., start_up, floor) or
                              families (datatypes, prefix, all-to-all, ...; of files file-blocks
                              file-views file-calls; of other worlds worlds)
        --ranks 2,4           numbers of ranks; with 1 only loops of files and of spawned worlds run
        --sizes 8,1K,4M       message sizes in bytes, K or M; loops of files have sizes of their own
        --rounds N            repetitions that count
        --contestants A,B     among shm-heap shm-native shm-shared thread-heap thread-native abi-c
                              (the C program on our library) mpich openmpi, over loopback TCP tcp-heap tcp-native tls-heap mpich-tcp openmpi-tcp;
                              ours also with JVM flags: shm-heap,shm-heap@-Dpurempi.spins=1;
                              cold also by Open MPI's Java API, compat-heap compat-native, and two
                              plain processes with rings between them, floor-java
        --docs FILE.md        write the page and its plots there, too
        --replot FILE.md      run nothing: draw the plots of a page anew, from its tables
        --summary FOLDER      run nothing: draw FOLDER/summary.svg from arrays.md and tcp.md there
      """;

  /** The option that stands alone, with a page. */
  static final String REPLOT = "--replot";

  /** The option that stands alone, with a folder of pages. */
  static final String SUMMARY = "--summary";

  private static final String QUICK = "--quick";
  private static final String COLD = "--cold";

  /** Stands before each JVM flag after a contestant's name. */
  static final String FLAG = "@";

  private static final List<String> CONTESTANTS =
      List.of(
          "shm-heap",
          "shm-native",
          "shm-shared",
          "thread-heap",
          "thread-native",
          "abi-c",
          "mpich",
          "openmpi",
          "tcp-heap",
          "tcp-native",
          "tls-heap",
          "mpich-tcp",
          "openmpi-tcp");

  private static final List<String> ONLY_COLD =
      List.of("compat-heap", "compat-native", "floor-java");

  private static final List<String> USUAL_COLD =
      List.of("shm-heap", "shm-native", "compat-heap", "floor-java", "mpich", "openmpi");

  private static final List<String> USUAL =
      List.of("shm-heap", "shm-native", "thread-heap", "mpich", "openmpi");

  private static final List<String> FEW = List.of("shm-heap", "mpich", "openmpi");

  private static final int KIB = 1024;
  private static final int MOST_RANKS = 64;

  /** A command line that cannot be understood. */
  static final class Misuse extends Exception {
    private static final long serialVersionUID = 1;

    Misuse(String message) {
      super(message);
    }
  }

  /** Every benchmark of a race; of the warm one the floor and start-up, too. */
  private static List<String> all(boolean cold) {
    return Stream.concat(
            cold ? Stream.of() : Stream.of("floor", Benchmark.START.name()),
            loops(cold).stream().map(Benchmark::name))
        .toList();
  }

  private static List<Benchmark> loops(boolean cold) {
    return cold ? Benchmark.COLD : Benchmark.LOOPS;
  }

  /** What was chosen of the benchmarks that contestants run, and makes sense with so many ranks. */
  List<Benchmark> loops(int count) {
    return loops(cold).stream()
        .filter(each -> benchmarks.contains(each.name()) && each.runsOn(count))
        .toList();
  }

  /** Reads the command line. */
  static Options parse(List<String> arguments) throws Misuse {
    boolean cold = arguments.contains(COLD);
    boolean quick = arguments.contains(QUICK);
    Pace pace = quick ? Pace.QUICK : cold ? Pace.COLD : Pace.FULL;
    List<String> contestants = quick ? FEW : cold ? USUAL_COLD : USUAL;
    var options = new Options(cold, pace, all(cold), List.of(2, 4), contestants, null);
    for (int i = 0; i < arguments.size(); i++) {
      String name = arguments.get(i);
      if (name.equals(QUICK) || name.equals(COLD)) {
        continue;
      }
      if (i + 1 == arguments.size()) {
        throw new Misuse("unknown option or missing value: " + name);
      }
      options = options.with(name, arguments.get(++i));
    }
    if (options.ranks.contains(1) && options.loops(1).isEmpty()) {
      throw new Misuse("only loops of files and of spawned worlds run on one rank");
    }
    return options;
  }

  private Options with(String name, String value) throws Misuse {
    return switch (name) {
      case "--only" -> new Options(cold, pace, members(value, cold), ranks, contestants, docs);
      case "--ranks" ->
          new Options(cold, pace, benchmarks, numbers(value, 1, MOST_RANKS), contestants, docs);
      case "--contestants" ->
          new Options(cold, pace, benchmarks, ranks, flagged(value, cold), docs);
      case "--docs" -> new Options(cold, pace, benchmarks, ranks, contestants, Path.of(value));
      case "--sizes" ->
          new Options(
              cold,
              pace.with(numbers(value, 1, 1 << 30), pace.rounds()),
              benchmarks,
              ranks,
              contestants,
              docs);
      case "--rounds" ->
          new Options(
              cold,
              pace.with(pace.sizes(), numbers(value, 1, 1000).getFirst()),
              benchmarks,
              ranks,
              contestants,
              docs);
      default -> throw new Misuse("unknown option " + name);
    };
  }

  /** The benchmarks of a list that names families, too; where both have a name, the benchmark. */
  private static List<String> members(String list, boolean cold) throws Misuse {
    List<String> names = new ArrayList<>();
    for (String word : list.split(",", -1)) {
      List<String> members =
          loops(cold).stream()
              .filter(each -> each.family().slug().equals(word))
              .map(Benchmark::name)
              .toList();
      names.addAll(members.isEmpty() || all(cold).contains(word) ? List.of(word) : members);
    }
    return known(String.join(",", names), all(cold));
  }

  /** Contestants, ours with the JVM flags that come after their names. */
  private static List<String> flagged(String list, boolean cold) throws Misuse {
    List<String> words = List.of(list.split(",", -1));
    List<String> allowed = new ArrayList<>(CONTESTANTS);
    allowed.addAll(cold ? ONLY_COLD : List.of());
    known(list.replaceAll(FLAG + "[^,]*", ""), allowed);
    for (String word : words) {
      if (word.matches("(mpich|openmpi).*" + FLAG + ".*")) {
        throw new Misuse("'%s' has JVM flags but is no Java program".formatted(word));
      }
    }
    return words;
  }

  private static List<String> known(String list, List<String> allowed) throws Misuse {
    List<String> words = List.of(list.split(",", -1));
    for (String word : words) {
      if (!allowed.contains(word)) {
        throw new Misuse("'%s' is not among %s".formatted(word, String.join(" ", allowed)));
      }
    }
    return words;
  }

  private static List<Integer> numbers(String list, int least, int most) throws Misuse {
    List<Integer> numbers = new ArrayList<>();
    for (String word : list.split(",", -1)) {
      if (!word.matches("[0-9]{1,9}[KM]?")) {
        throw new Misuse("'" + word + "' is not a number such as 8, 64K or 4M");
      }
      long factor = word.endsWith("K") ? KIB : word.endsWith("M") ? KIB * KIB : 1;
      long number = factor * Long.parseLong(word.replaceAll("[KM]", ""));
      if (number < least || number > most) {
        throw new Misuse("%d is not between %d and %d".formatted(number, least, most));
      }
      numbers.add((int) number);
    }
    numbers.sort(null);
    return numbers;
  }
}
