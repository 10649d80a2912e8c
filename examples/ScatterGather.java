import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Rank 0 deals out an array in equal blocks, every rank works on its block, and rank 0 collects the
 * results in rank order.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/ScatterGather.java
 * </pre>
 */
public final class ScatterGather {
  private static final int BLOCK = 3;

  public static void main(String[] args) {
    Mpi.run(4, ScatterGather::run);
  }

  static void run(Communicator world) {
    boolean root = world.rank() == 0;
    double[] all =
        root ? new double[BLOCK * world.size()] : null; // the whole exists at the root only
    if (root) {
      Arrays.setAll(all, i -> i);
    }
    double[] mine = new double[BLOCK];

    world.scatter(all, mine, 0);
    for (int i = 0; i < BLOCK; i++) {
      mine[i] *= mine[i];
    }
    world.gather(mine, all, 0);

    if (root) {
      IO.println("Squares: " + Arrays.toString(all));
    }
  }
}
