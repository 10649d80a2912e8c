import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.purempi.Mpi;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.Task;

/**
 * Tasks that do nothing, as many as a pool of three workers gets done in a second; the twin of
 * empty_tasks.py. With the argument "local", by threads of this JVM that share objects.
 */
public final class EmptyTasks {
  private static final double WARM_UP_SECONDS = 20;
  private static final double SECONDS = 10;
  private static final int TASKS = 5000;
  private static final int CHUNK = 100;
  private static final int MANY = CHUNK * TASKS;
  private static final int WORKERS = 3;
  private static final double NANOS = 1e9;

  private interface Turn {
    void run() throws Exception;
  }

  private EmptyTasks() {}

  public static void main(String[] args) throws Exception {
    if (args.length > 0 && args[0].equals("local")) {
      try (ExecutorService pool = Executors.newFixedThreadPool(WORKERS)) {
        report("submit", TASKS, () -> collect(i -> pool.submit(() -> nothing(i))));
      }
      return;
    }
    try (Mpi mpi = Mpi.init(args)) {
      MpiExecutor.run(mpi.world(), EmptyTasks::measure);
    }
  }

  private static void measure(MpiExecutor pool) throws Exception {
    List<Integer> some = IntStream.range(0, TASKS).boxed().toList();
    List<Integer> many = IntStream.range(0, MANY).boxed().toList();
    report("submit", TASKS, () -> collect(i -> pool.submit((Task<Integer>) () -> nothing(i))));
    report("map", TASKS, () -> count(TASKS, pool.map(EmptyTasks::nothing, some, 1)));
    report("chunks", MANY, () -> count(MANY, pool.map(EmptyTasks::nothing, many, CHUNK)));
  }

  private static int nothing(int item) {
    return item;
  }

  private interface Submit {
    Future<Integer> submit(int item);
  }

  private static void collect(Submit submit) throws Exception {
    List<Future<Integer>> futures = new ArrayList<>(TASKS);
    for (int i = 0; i < TASKS; i++) {
      futures.add(submit.submit(i));
    }
    for (int i = 0; i < TASKS; i++) {
      check(futures.get(i).get() == i);
    }
  }

  private static void count(long items, Stream<Integer> results) {
    check(results.mapToLong(i -> i).sum() == items * (items - 1) / 2);
  }

  private static void check(boolean holds) {
    if (!holds) {
      throw new IllegalStateException("a result is wrong");
    }
  }

  private static void report(String what, int tasks, Turn turn) throws Exception {
    double[] unused = rates(tasks, turn, WARM_UP_SECONDS);
    double[] rates = rates(tasks, turn, SECONDS);
    Arrays.sort(rates);
    System.out.printf("%s %.0f%n", what, rates[rates.length / 2]);
  }

  private static double[] rates(int tasks, Turn turn, double seconds) throws Exception {
    List<Double> rates = new ArrayList<>();
    long began = System.nanoTime();
    while (System.nanoTime() - began < seconds * NANOS) {
      long before = System.nanoTime();
      turn.run();
      rates.add(tasks * NANOS / (System.nanoTime() - before));
    }
    return rates.stream().mapToDouble(rate -> rate).toArray();
  }
}
