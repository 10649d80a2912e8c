import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.Resilient;
import org.purempi.RevokedException;
import org.purempi.checkpoint.Checkpoint;
import org.purempi.checkpoint.MemoryCopies;
import org.purempi.checkpoint.Share;

/**
 * A rod whose ends are hot and cold, by Jacobi's method. A rank dies, for the show; the others go
 * on from the copies that ranks keep of each other in memory: with fewer ranks, or, if the argument
 * is {@code respawn}, with a new one in its place.
 *
 * <pre>
 * bin/mpiexec -enable-recovery -n 4 examples/JacobiSurvives.java
 * bin/mpiexec -enable-recovery -n 4 examples/JacobiSurvives.java respawn
 * </pre>
 */
public final class JacobiSurvives {
  private static final int CELLS = 1000;
  private static final int STEPS = 1000;
  private static final int SAVED = 100;
  private static final int DIES = 450;
  private static final double HOT = 100;

  private final MemoryCopies copies = new MemoryCopies();
  private boolean isNew = true;

  public static void main(String[] args) {
    boolean respawns = args.length > 0 && args[0].equals("respawn");
    Mpi.run(
        4,
        world -> {
          var rod = new JacobiSurvives();
          if (respawns) {
            Resilient.run(world.mpi(), rod::solve);
          } else {
            rod.solveWithFewer(world);
          }
        });
  }

  private void solveWithFewer(Communicator world) {
    Communicator now = world;
    while (true) {
      try {
        solve(now);
        if (now.agreement(1).failed().isEmpty()) {
          return; // all have got so far
        }
      } catch (ProcessFailedException | RevokedException e) {
        now.revoke(); // whoever waits for this rank learns of it
      }
      now = now.shrink();
      if (now.rank() == 0) {
        IO.println(now.size() + " ranks go on");
      }
    }
  }

  private void solve(Communicator world) {
    Share mine = Share.block(CELLS, world);
    int cells = mine.intLength();
    double[][] rod = {new double[cells + 2], new double[cells + 2]}; // now, and then; with a halo
    int[] step = {0};
    int left = world.rank() == 0 ? Mpi.PROC_NULL : world.rank() - 1;
    int right = world.rank() == world.size() - 1 ? Mpi.PROC_NULL : world.rank() + 1;

    try (var checkpoint = Checkpoint.setup(world).copies(copies).open()) {
      checkpoint.block("rod", () -> Buf.of(rod[0], 1, cells), CELLS);
      checkpoint.replicated("step", Buf.of(step));
      boolean isRestored = checkpoint.restore();
      if (isRestored && world.rank() == 0) {
        IO.println("Restored at step " + step[0]);
      }
      boolean mayDie = isNew && !isRestored;
      isNew = false;
      for (; step[0] < STEPS; step[0]++) {
        if (step[0] % SAVED == 0) {
          checkpoint.save(); // here, and in another rank's memory
        }
        if (step[0] == DIES && mayDie && right == Mpi.PROC_NULL && left != Mpi.PROC_NULL) {
          throw new IllegalStateException("rank " + world.rank() + " dies, for the show");
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
