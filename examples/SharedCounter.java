import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;

/**
 * Work of uneven length shared out by a counter: whoever is free takes the next piece.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/SharedCounter.java
 * </pre>
 */
public final class SharedCounter {
  private static final int PIECES = 200;

  public static void main(String[] args) {
    Mpi.run(4, SharedCounter::run);
  }

  static void run(Communicator world) {
    long longest = 0;
    int mine = 0;
    try (Window counter = Window.allocate(world, world.rank() == 0 ? Long.BYTES : 0, Long.BYTES)) {
      try (var _ = counter.lockAll()) {
        // Rank 0 takes no part in this: it may be busy with a piece of its own.
        for (long piece; (piece = counter.fetchAndAdd(0, 0, 1L)) < PIECES; mine++) {
          longest = Math.max(longest, steps(piece + 1));
        }
      }
    }
    int all = world.allreduce(mine, Op.SUM);
    long most = world.allreduce(longest, Op.MAX);
    if (world.rank() == 0) {
      IO.println("%d pieces done, the longest took %d steps".formatted(all, most));
    }
  }

  /** How long it takes to get from a number to 1 by halving even ones and tripling odd ones. */
  private static long steps(long start) {
    long steps = 0;
    for (long n = start; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) {
      steps++;
    }
    return steps;
  }
}
