import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import org.purempi.ArrayOrder;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.FileMode;
import org.purempi.FileView;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiFile;

/**
 * An array that NumPy opens: rank 0 writes the header, all ranks the columns that they have. The
 * file has its name only when it is whole, as it is written beside that and renamed.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/NpyArray.java distances.npy
 * python3 -c 'import numpy; print(numpy.load("distances.npy"))'
 * </pre>
 */
public final class NpyArray {
  private static final int ROWS = 200;
  private static final int COLUMNS = 150;

  /** The length of the header is a multiple of it. */
  private static final int ALIGNMENT = 64;

  private static Path path = Path.of("distances.npy");

  public static void main(String[] args) {
    if (args.length > 0) {
      path = Path.of(args[0]);
    }
    Mpi.run(4, NpyArray::run);
  }

  static void run(Communicator world) {
    int first = COLUMNS * world.rank() / world.size();
    int count = COLUMNS * (world.rank() + 1) / world.size() - first;
    double[] columns = new double[ROWS * count];
    for (int i = 0; i < columns.length; i++) {
      int row = i / count;
      columns[i] = Math.hypot(row, first + i % count);
    }
    Datatype mine =
        Datatype.subarray(
            new int[] {ROWS, COLUMNS},
            new int[] {ROWS, count},
            new int[] {0, first},
            ArrayOrder.C,
            Datatype.DOUBLE);
    byte[] header = header();
    Info hints = Info.EMPTY.with("atomicReplace", "true");
    var modes = Set.of(FileMode.CREATE, FileMode.WRONLY);
    try (MpiFile file = MpiFile.open(world, path.toString(), modes, hints)) {
      if (world.rank() == 0) {
        file.writeAt(0, header);
      }
      file.setView(new FileView(header.length, Datatype.DOUBLE, mine));
      file.writeAll(columns);
    }
    if (world.rank() == 0) {
      IO.println("%d × %d numbers are in %s".formatted(ROWS, COLUMNS, path.getFileName()));
    }
  }

  /** Version 1.0 of the format, as numpy.lib.format describes it. */
  private static byte[] header() {
    char order = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? '<' : '>';
    String text =
        "{'descr': '%cf8', 'fortran_order': False, 'shape': (%d, %d), }"
            .formatted(order, ROWS, COLUMNS);
    int before = 10; // magic, version, and the length of what follows, in two bytes
    int length = (before + text.length() + ALIGNMENT) / ALIGNMENT * ALIGNMENT - before;
    String whole =
        "\u0093NUMPY\u0001\u0000"
            + (char) (length % 256)
            + (char) (length / 256)
            + text
            + " ".repeat(length - text.length() - 1)
            + "\n";
    return whole.getBytes(StandardCharsets.ISO_8859_1);
  }
}
