import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.purempi.ArrayOrder;
import org.purempi.Buf;
import org.purempi.CartCommunicator;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.WBuf;

/**
 * Heat in a box, cut along all three dimensions. A block keeps one layer of foreign cells around
 * its own. The six faces lie in memory as rows, columns and single numbers; subarray datatypes say
 * where, and one neighborAlltoallw exchanges them all. At the end each rank compares its block with
 * the box as computed by one loop.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/Halo3D.java
 * </pre>
 */
public final class Halo3D {
  private static final int[] SIZES = {26, 23, 20}; // of the box; blocks may differ by one layer
  private static final boolean[] RINGS = {false, false, true}; // the last dimension has no walls
  private static final int STEPS = 60;
  private static final double HOT = 100; // beyond the first wall; beyond the others it is 0

  public static void main(String[] args) {
    Mpi.run(4, Halo3D::run);
  }

  static void run(Communicator world) {
    int[] dims = Mpi.dimsCreate(world.size(), new int[3]);
    CartCommunicator grid = world.cartCreate(dims, RINGS, true);
    Block now = new Block(dims, grid.coords());
    Block next = new Block(dims, grid.coords());
    for (int step = 0; step < STEPS; step++) {
      grid.neighborAlltoallw(now.faces, now.halo); // beyond a wall is nobody: its layer stays
      next.relax(now);
      Block swap = now;
      now = next;
      next = swap;
    }

    double[] whole = alone();
    double error = grid.allreduce(now.difference(whole), Op.MAX);
    if (error != 0) {
      throw new IllegalStateException("differs by " + error + " from the box computed alone");
    }
    if (grid.rank() == 0) {
      IO.println(
          "After %d steps %s blocks hold %.3f, as computed alone"
              .formatted(STEPS, Arrays.toString(dims), Arrays.stream(whole).sum()));
    }
  }

  /** The mean of the six neighbours; everywhere in the same order, for the same bits. */
  static double mean(double x0, double x1, double y0, double y1, double z0, double z1) {
    return (x0 + x1 + y0 + y1 + z0 + z1) / 6;
  }

  /** A part of the box and one layer around it. */
  static final class Block {
    private final int[] first = new int[3]; // cell of the box
    private final int[] length = new int[3];
    private final int[] room = new int[3]; // with both layers
    private final double[] cells;

    /** What each neighbour gets and where its answer goes: for each dimension −1, then +1. */
    final WBuf faces;

    final WBuf halo;

    Block(int[] dims, int[] coords) {
      for (int d = 0; d < 3; d++) {
        first[d] = SIZES[d] * coords[d] / dims[d];
        length[d] = SIZES[d] * (coords[d] + 1) / dims[d] - first[d];
        room[d] = length[d] + 2;
      }
      cells = new double[room[0] * room[1] * room[2]];
      if (first[0] == 0) {
        Arrays.fill(cells, 0, room[1] * room[2], HOT);
      }
      List<Buf> out = new ArrayList<>();
      List<Buf> in = new ArrayList<>();
      for (int d = 0; d < 3; d++) {
        out.add(layer(d, 1));
        in.add(layer(d, 0));
        out.add(layer(d, length[d]));
        in.add(layer(d, length[d] + 1));
      }
      faces = new WBuf(out);
      halo = new WBuf(in);
    }

    /** The cells whose index in dimension {@code d} is {@code at}, without edges and corners. */
    private Buf layer(int d, int at) {
      int[] size = length.clone();
      int[] start = {1, 1, 1};
      size[d] = 1;
      start[d] = at;
      return Buf.of(
          cells, 0, 1, Datatype.subarray(room, size, start, ArrayOrder.C, Datatype.DOUBLE));
    }

    private int index(int x, int y, int z) {
      return (x * room[1] + y) * room[2] + z;
    }

    /** One step of Jacobi's method. */
    void relax(Block from) {
      double[] c = from.cells;
      int dx = room[1] * room[2];
      int dy = room[2];
      for (int x = 1; x <= length[0]; x++) {
        for (int y = 1; y <= length[1]; y++) {
          int end = index(x, y, length[2]);
          for (int i = index(x, y, 1); i <= end; i++) {
            cells[i] = mean(c[i - dx], c[i + dx], c[i - dy], c[i + dy], c[i - 1], c[i + 1]);
          }
        }
      }
    }

    /** The largest difference from the box. */
    double difference(double[] whole) {
      double largest = 0;
      for (int x = 0; x < length[0]; x++) {
        for (int y = 0; y < length[1]; y++) {
          for (int z = 0; z < length[2]; z++) {
            double expected =
                whole[((first[0] + x) * SIZES[1] + first[1] + y) * SIZES[2] + first[2] + z];
            largest = Math.max(largest, Math.abs(expected - cells[index(x + 1, y + 1, z + 1)]));
          }
        }
      }
      return largest;
    }
  }

  /** The box without blocks and ranks. */
  static double[] alone() {
    int nx = SIZES[0];
    int ny = SIZES[1];
    int nz = SIZES[2];
    double[] now = new double[nx * ny * nz];
    double[] next = now.clone();
    for (int step = 0; step < STEPS; step++) {
      for (int i = 0; i < now.length; i++) {
        int x = i / (ny * nz);
        int y = i / nz % ny;
        int row = i - i % nz;
        next[i] =
            mean(
                x == 0 ? HOT : now[i - ny * nz],
                x == nx - 1 ? 0 : now[i + ny * nz],
                y == 0 ? 0 : now[i - nz],
                y == ny - 1 ? 0 : now[i + nz],
                now[row + (i + nz - 1) % nz],
                now[row + (i + 1) % nz]);
      }
      double[] swap = now;
      now = next;
      next = swap;
    }
    return now;
  }
}
