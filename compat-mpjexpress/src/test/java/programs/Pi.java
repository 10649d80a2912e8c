package programs;

import java.util.Random;
import mpi.*;

/** Darts thrown at a square: how the first lesson goes. */
public class Pi {
  static int inside = 0; // per rank, as in a process

  public static void main(String args[]) throws Exception {
    String[] rest = MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    int darts = Integer.parseInt(rest[0]) / size;
    Random random = new Random(me);
    for (int i = 0; i < darts; i++) {
      double x = random.nextDouble();
      double y = random.nextDouble();
      if (x * x + y * y <= 1) {
        inside++;
      }
    }
    int[] mine = {inside};
    int[] all = new int[1];
    MPI.COMM_WORLD.Reduce(mine, 0, all, 0, 1, MPI.INT, MPI.SUM, 0);
    if (me == 0) {
      double pi = 4.0 * all[0] / (darts * size);
      System.out.println(Math.abs(pi - Math.PI) < 0.05 ? "pi" : "not pi: " + pi);
    }
    MPI.Finalize();
  }
}
