import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.checkpoint.Share;

/**
 * A rod whose ends are hot and cold, by Jacobi's method, with a checkpoint every hundred steps. Run
 * it again after it has died, on as many ranks as you like: it goes on where it was. With a number
 * as its argument its last rank dies in that step, once.
 *
 * <pre>
 * bin/mpiexec -n 4 -ckpoint-prefix rod -restart-on-failure 1 examples/JacobiCheckpoint.java 450
 * bin/mpiexec -n 3 -ckpoint-prefix rod examples/JacobiCheckpoint.java
 * </pre>
 */
public final class JacobiCheckpoint {
  private static final int CELLS = 1000;
  private static final int STEPS = 1000;
  private static final int CALLS = 100;
  private static final double HOT = 100;

  public static void main(String[] args) {
    int dies = args.length == 0 ? STEPS : Integer.parseInt(args[0]);
    Mpi.run(4, world -> run(world, dies));
  }

  static void run(Communicator world) {
    run(world, STEPS);
  }

  private static void run(Communicator world, int dies) {
    Share mine = Share.block(CELLS, world);
    int cells = mine.intLength();
    double[][] rod = {new double[cells + 2], new double[cells + 2]}; // now, and then; with a halo
    int[] step = {0};
    int left = world.rank() == 0 ? Mpi.PROC_NULL : world.rank() - 1;
    int right = world.rank() == world.size() - 1 ? Mpi.PROC_NULL : world.rank() + 1;

    try (var checkpoint = Checkpoint.setup(world).everyCalls(CALLS).open()) {
      checkpoint.block("rod", () -> Buf.of(rod[0], 1, cells), CELLS);
      checkpoint.replicated("step", Buf.of(step));
      boolean isRestored = checkpoint.restore();
      if (isRestored && world.rank() == 0) {
        IO.println("Restored at step " + step[0]);
      }
      for (; step[0] < STEPS; step[0]++) {
        checkpoint.maybe();
        if (step[0] == dies && !isRestored && right == Mpi.PROC_NULL) {
          Runtime.getRuntime().halt(3);
        }
        double[] now = rod[0];
        now[0] = HOT;
        world.sendrecv(Buf.of(now, cells, 1), right, 0, Buf.of(now, 0, 1), left, 0);
        world.sendrecv(Buf.of(now, 1, 1), left, 0, Buf.of(now, cells + 1, 1), right, 0);
        for (int i = 1; i <= cells; i++) {
          rod[1][i] = (now[i - 1] + now[i + 1]) / 2;
        }
        rod[0] = rod[1];
        rod[1] = now;
      }
    }
    double warmth = 0;
    for (int i = 1; i <= cells; i++) {
      warmth += rod[0][i];
    }
    double all = world.allreduce(warmth, Op.SUM);
    if (world.rank() == 0) {
      IO.println("After %d steps the rod holds %.3f".formatted(STEPS, all));
    }
  }
}
