import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.ProgressListener;

/**
 * π by throwing darts: rank 0 hands out seeds, the other ranks throw. The answer is the same on any
 * number of ranks, for each seed has its own darts.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/MonteCarloPi.java
 * </pre>
 */
public final class MonteCarloPi {
  private static final int SEEDS = 200;
  private static final int DARTS = 20_000;

  public static void main(String[] args) {
    Mpi.run(4, MonteCarloPi::run);
  }

  static void run(Communicator world) {
    MpiExecutor.over(world)
        .onProgress(ProgressListener.line())
        .run(
            pool -> {
              List<Long> seeds = LongStream.range(0, SEEDS).boxed().toList();
              long hits = pool.map(seed -> hits(seed), seeds).mapToLong(h -> h).sum();
              double pi = 4.0 * hits / ((long) SEEDS * DARTS);
              IO.println("pi is about %.4f".formatted(pi));
            });
  }

  /** How many darts hit the quarter of a circle. */
  private static int hits(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int hits = 0;
    for (int i = 0; i < DARTS; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      hits += x * x + y * y < 1 ? 1 : 0;
    }
    return hits;
  }
}
