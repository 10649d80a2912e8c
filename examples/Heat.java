import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Requests;
import org.purempi.VBuf;

/**
 * A plate with one hot edge, cut into strips of rows. In each step a rank sends its edge rows to
 * its neighbours and receives theirs (the halo) while it computes the rows that need neither. At
 * the end rank 0 compares the plate with one that it has computed alone.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Heat.java
 * </pre>
 */
public final class Heat {
  private static final int ROWS = 203; // does not divide evenly: strips differ by one row
  private static final int COLUMNS = 160;
  private static final int STEPS = 200;
  private static final double HOT = 100;
  private static final double DIFFUSION = 0.2;

  public static void main(String[] args) {
    Mpi.run(4, Heat::run);
  }

  static void run(Communicator world) {
    int rank = world.rank();
    int size = world.size();
    int rows = strip(rank, size);
    int up =
        rank == 0 ? Mpi.PROC_NULL : rank - 1; // beyond the edges there is nobody: no special case
    int down = rank == size - 1 ? Mpi.PROC_NULL : rank + 1;

    double[] now = plate(rows, rank == 0); // rows 0 and rows + 1 are the halo
    double[] next = now.clone();
    for (int step = 0; step < STEPS; step++) {
      try (var halo = new Requests()) {
        halo.add(world.irecv(now, 0, COLUMNS, up, 0));
        halo.add(world.irecv(now, (rows + 1) * COLUMNS, COLUMNS, down, 1));
        halo.add(world.isend(now, COLUMNS, COLUMNS, up, 1));
        halo.add(world.isend(now, rows * COLUMNS, COLUMNS, down, 0));
        diffuse(now, next, 2, rows - 1); // the inside, while the halo is on its way
      }
      diffuse(now, next, 1, 1);
      diffuse(now, next, rows, rows);
      double[] swap = now;
      now = next;
      next = swap;
    }

    double[] whole = rank == 0 ? new double[ROWS * COLUMNS] : null;
    gather(world, now, rows, whole);
    if (whole != null) {
      compare(whole);
    }
  }

  /** How many rows rank {@code rank} of {@code size} has. */
  static int strip(int rank, int size) {
    return ROWS / size + (rank < ROWS % size ? 1 : 0);
  }

  /** A cold plate of {@code rows} rows and a halo around; the row above it may be hot. */
  static double[] plate(int rows, boolean hotAbove) {
    double[] plate = new double[(rows + 2) * COLUMNS];
    if (hotAbove) {
      Arrays.fill(plate, 0, COLUMNS, HOT);
    }
    return plate;
  }

  /**
   * One step of explicit Euler for rows {@code first} to {@code last}; the side columns stay cold.
   */
  static void diffuse(double[] now, double[] next, int first, int last) {
    for (int row = first; row <= last; row++) {
      for (int i = row * COLUMNS + 1; i < (row + 1) * COLUMNS - 1; i++) {
        double around = now[i - 1] + now[i + 1] + now[i - COLUMNS] + now[i + COLUMNS];
        next[i] = now[i] + DIFFUSION * (around - 4 * now[i]);
      }
    }
  }

  static void gather(Communicator world, double[] strip, int rows, double[] whole) {
    long[] counts = new long[world.size()];
    Arrays.setAll(counts, r -> (long) strip(r, world.size()) * COLUMNS);
    VBuf all = whole == null ? null : VBuf.of(Buf.of(whole), counts);
    world.gatherv(Buf.of(strip, COLUMNS, rows * COLUMNS), all, 0);
  }

  static void compare(double[] whole) {
    double[] now = plate(ROWS, true);
    double[] next = now.clone();
    for (int step = 0; step < STEPS; step++) {
      diffuse(now, next, 1, ROWS);
      double[] swap = now;
      now = next;
      next = swap;
    }
    double[] alone = Arrays.copyOfRange(now, COLUMNS, (ROWS + 1) * COLUMNS);
    int difference = Arrays.mismatch(alone, whole);
    if (difference >= 0) {
      throw new IllegalStateException(
          "row %d differs from the sequential solution".formatted(difference / COLUMNS));
    }
    double warmth = Arrays.stream(whole).sum();
    IO.println("After %d steps the plate holds %.3f, as computed alone".formatted(STEPS, warmth));
  }
}
