import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * Three programs that allocate as users' programs do: objects (a genetic algorithm), arrays (a
 * merge sort), strings (words counted). Each rank does the same work, whatever the number of ranks:
 * arguments WHICH and, when started without a launcher, the number of thread ranks.
 *
 * <p>Rank 0 prints: seconds of the slowest rank, most processor seconds of a process, and MiB of
 * its resident memory at the most.
 */
final class Allocating {
  private static final int SEED = 20261129;
  private static final double NANOS = 1e9;
  private static final double TICKS = 100; // of /proc/self/stat, a second

  private Allocating() {}

  public static void main(String[] arguments) throws IOException {
    if (arguments.length > 1) {
      Mpi.run(Integer.parseInt(arguments[1]), world -> measure(world, arguments[0]));
      return;
    }
    try (Mpi mpi = Mpi.init(arguments)) {
      measure(mpi.world(), arguments[0]);
    }
  }

  private static void measure(Communicator world, String which) throws IOException {
    world.barrier();
    long begun = System.nanoTime();
    long result =
        switch (which) {
          case "objects" -> objects(world);
          case "arrays" -> arrays(world);
          case "strings" -> strings(world);
          default -> throw new IllegalArgumentException("objects, arrays or strings, not " + which);
        };
    double wall = (System.nanoTime() - begun) / NANOS;
    double[] cost = {wall, processorSeconds(0), processorSeconds(1), peakMebibytes()};
    world.allreduce(cost, Op.MAX);
    if (world.rank() == 0) {
      System.out.printf(
          "%s wall %.2f user %.2f sys %.2f peak %.0f %d%n",
          which, cost[0], cost[1], cost[2], cost[3], result);
    }
  }

  /** A tour through some cities. */
  private static final class Tour {
    final List<Integer> cities;
    final double length;

    Tour(List<Integer> cities, double[][] where) {
      this.cities = cities;
      double sum = 0;
      for (int i = 0; i < cities.size(); i++) {
        double[] a = where[cities.get(i)];
        double[] b = where[cities.get((i + 1) % cities.size())];
        sum += Math.hypot(a[0] - b[0], a[1] - b[1]);
      }
      length = sum;
    }
  }

  /**
   * Islands of tours that are crossed; the best of all islands visits each after every generation.
   */
  private static long objects(Communicator world) {
    int cities = 200;
    int people = 40_000;
    int generations = 8;
    var random = new SplittableRandom(SEED + world.rank());
    double[][] where = new double[cities][2];
    var places = new SplittableRandom(SEED);
    for (double[] place : where) {
      place[0] = places.nextDouble();
      place[1] = places.nextDouble();
    }
    List<Tour> island = new ArrayList<>();
    for (int i = 0; i < people; i++) {
      island.add(new Tour(shuffled(cities, random), where));
    }
    for (int generation = 0; generation < generations; generation++) {
      List<Tour> next = new ArrayList<>();
      for (int i = 0; i < people; i++) {
        Tour mother = better(island, random);
        Tour father = better(island, random);
        next.add(new Tour(crossed(mother.cities, father.cities, random), where));
      }
      island = next;
      Tour best = island.stream().min((a, b) -> Double.compare(a.length, b.length)).orElseThrow();
      int[] guest = best.cities.stream().mapToInt(Integer::intValue).toArray();
      world.bcast(guest, generation % world.size());
      island.set(0, new Tour(Arrays.stream(guest).boxed().toList(), where));
    }
    return Math.round(island.getFirst().length);
  }

  private static List<Integer> shuffled(int n, SplittableRandom random) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      all.add(random.nextInt(all.size() + 1), i);
    }
    return all;
  }

  private static Tour better(List<Tour> island, SplittableRandom random) {
    Tour a = island.get(random.nextInt(island.size()));
    Tour b = island.get(random.nextInt(island.size()));
    return a.length < b.length ? a : b;
  }

  private static List<Integer> crossed(
      List<Integer> mother, List<Integer> father, SplittableRandom random) {
    int from = random.nextInt(mother.size());
    int to = from + random.nextInt(mother.size() - from);
    List<Integer> child = new ArrayList<>(mother.subList(from, to));
    var taken = new java.util.HashSet<>(child);
    for (Integer city : father) {
      if (taken.add(city)) {
        child.add(city);
      }
    }
    return child;
  }

  /** A merge sort that copies both halves at every level, then an exchange of the sorted part. */
  private static long arrays(Communicator world) {
    int[] numbers = new SplittableRandom(SEED + world.rank()).ints(24_000_000).toArray();
    int[] sorted = sorted(numbers);
    int right = (world.rank() + 1) % world.size();
    int left = (world.rank() + world.size() - 1) % world.size();
    int[] other = new int[sorted.length];
    world.sendrecv(sorted, right, 1, other, left, 1);
    return other[other.length / 2];
  }

  private static int[] sorted(int[] numbers) {
    if (numbers.length < 32) {
      int[] few = numbers.clone();
      Arrays.sort(few);
      return few;
    }
    int middle = numbers.length / 2;
    int[] low = sorted(Arrays.copyOfRange(numbers, 0, middle));
    int[] high = sorted(Arrays.copyOfRange(numbers, middle, numbers.length));
    int[] merged = new int[numbers.length];
    for (int i = 0, l = 0, h = 0; i < merged.length; i++) {
      boolean takeLow = h == high.length || (l < low.length && low[l] <= high[h]);
      merged[i] = takeLow ? low[l++] : high[h++];
    }
    return merged;
  }

  /** Lines are made, taken apart and counted; the counts of all ranks are added. */
  private static long strings(Communicator world) {
    var random = new SplittableRandom(SEED + world.rank());
    Map<String, Integer> counts = new HashMap<>();
    for (int line = 0; line < 400_000; line++) {
      var text = new StringBuilder();
      for (int word = 0; word < 20; word++) {
        double u = random.nextDouble();
        text.append("word").append((int) (300_000 * u * u * u)).append(' ');
      }
      for (String word : text.toString().split(" ")) {
        counts.merge(word.toUpperCase(java.util.Locale.ROOT), 1, Integer::sum);
      }
    }
    long[] total = {counts.values().stream().mapToLong(Integer::longValue).sum()};
    world.allreduce(total, Op.SUM);
    return total[0] / world.size();
  }

  /** User and system time of this process, all its threads: fields 14 and 15 of its stat file. */
  private static double processorSeconds(int which) throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
    return Long.parseLong(fields[11 + which]) / TICKS;
  }

  private static double peakMebibytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
      }
    }
    throw new IOException("/proc/self/status has no VmHWM");
  }
}
