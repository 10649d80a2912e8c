import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.purempi.Communicator;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.SplitType;
import org.purempi.Window;

/**
 * Heat along a rod in memory that the ranks of a host share: a rank reads its neighbours' border
 * where it lies, and no message is sent.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/SharedHeat.java
 * </pre>
 */
public final class SharedHeat {
  private static final int CELLS = 50;
  private static final int STEPS = 400;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE;

  public static void main(String[] args) {
    Mpi.run(4, SharedHeat::run);
  }

  static void run(Communicator world) {
    try (Communicator host = world.splitType(SplitType.SHARED, 0, Info.EMPTY);
        Window window = Window.allocateShared(host, 2L * CELLS * Double.BYTES, Double.BYTES)) {
      MemorySegment mine = window.memory();
      int rank = host.rank();
      int last = host.size() - 1;
      MemorySegment left = rank == 0 ? null : window.sharedQuery(rank - 1).memory();
      MemorySegment right = rank == last ? null : window.sharedQuery(rank + 1).memory();
      window.fence();
      for (int step = 0; step < STEPS; step++) {
        int now = step % 2 * CELLS; // two rods, old and new in turn
        int next = CELLS - now;
        for (int i = 0; i < CELLS; i++) {
          double before =
              i > 0
                  ? mine.getAtIndex(DOUBLE, now + i - 1)
                  : left == null ? 100 : left.getAtIndex(DOUBLE, now + CELLS - 1);
          double after =
              i < CELLS - 1
                  ? mine.getAtIndex(DOUBLE, now + i + 1)
                  : right == null ? 0 : right.getAtIndex(DOUBLE, now);
          double here = mine.getAtIndex(DOUBLE, now + i);
          mine.setAtIndex(DOUBLE, next + i, here + 0.4 * (before - 2 * here + after));
        }
        window.fence(); // all have written: what they wrote can be read
      }
      double sum = 0;
      for (int i = 0; i < CELLS; i++) {
        sum += mine.getAtIndex(DOUBLE, i);
      }
      double all = host.allreduce(sum, Op.SUM);
      if (rank == 0) {
        IO.println("After %d steps the rod holds %.1f".formatted(STEPS, all));
      }
    }
  }
}
