import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.ArrayOrder;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Mpi;
import org.purempi.MpiFile;

/**
 * A matrix in a file, written in blocks by a grid of ranks, and read back in rows by half as many.
 * The file has the matrix row by row, whoever writes it: a subarray says which part is whose.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/MatrixFile.java
 * </pre>
 */
public final class MatrixFile {
  private static final int ROWS = 120;
  private static final int COLUMNS = 90;

  /** What one of several gets of a number of rows or columns. */
  private record Part(int first, int count) {
    static Part of(int n, int parts, int which) {
      int first = n * which / parts;
      return new Part(first, n * (which + 1) / parts - first);
    }
  }

  public static void main(String[] args) {
    Mpi.run(4, MatrixFile::run);
  }

  static void run(Communicator world) throws IOException {
    String made = world.rank() == 0 ? Files.createTempFile("matrix", ".bin").toString() : null;
    Path path = Path.of(world.bcastObject(made, String.class, 0));
    write(world, path);

    int readers = (world.size() + 1) / 2;
    try (Communicator half = world.split(world.rank() < readers ? 0 : Mpi.UNDEFINED, 0)) {
      if (half != null) {
        read(half, path);
      }
    }
    if (world.rank() == 0) {
      IO.println(
          "%d × %d numbers written by %d ranks, read by %d"
              .formatted(ROWS, COLUMNS, world.size(), readers));
    }
  }

  private static double number(int row, int column) {
    return row + column / 1000.0;
  }

  private static void write(Communicator comm, Path path) {
    int[] grid = Mpi.dimsCreate(comm.size(), new int[2]);
    Part rows = Part.of(ROWS, grid[0], comm.rank() / grid[1]);
    Part columns = Part.of(COLUMNS, grid[1], comm.rank() % grid[1]);
    double[] block = new double[rows.count() * columns.count()];
    for (int i = 0; i < block.length; i++) {
      block[i] = number(rows.first() + i / columns.count(), columns.first() + i % columns.count());
    }
    Datatype mine =
        Datatype.subarray(
            new int[] {ROWS, COLUMNS},
            new int[] {rows.count(), columns.count()},
            new int[] {rows.first(), columns.first()},
            ArrayOrder.C,
            Datatype.DOUBLE);
    try (MpiFile file = MpiFile.open(comm, path, FileMode.WRONLY, FileMode.CREATE)) {
      file.setView(new FileView(0, Datatype.DOUBLE, mine));
      // Together: one rank collects what lies side by side, and writes it in one piece.
      file.writeAll(block);
    }
  }

  private static void read(Communicator comm, Path path) {
    Part rows = Part.of(ROWS, comm.size(), comm.rank());
    double[] stripe = new double[rows.count() * COLUMNS];
    try (MpiFile file = MpiFile.open(comm, path, FileMode.RDONLY, FileMode.DELETE_ON_CLOSE)) {
      file.setView(new FileView(0, Datatype.DOUBLE));
      file.readAtAll((long) rows.first() * COLUMNS, stripe);
    }
    for (int i = 0; i < stripe.length; i++) {
      if (stripe[i] != number(rows.first() + i / COLUMNS, i % COLUMNS)) {
        throw new IllegalStateException("number " + i + " of rank " + comm.rank() + " is wrong");
      }
    }
  }
}
