import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.Communicator;
import org.purempi.FileMode;
import org.purempi.Mpi;
import org.purempi.MpiFile;

/**
 * A log of all ranks in one file: after each step they write their lines, of any length, in the
 * order of ranks. Nobody has to know how much the others write.
 *
 * <pre>
 * bin/mpiexec -n 4 examples/RankLog.java
 * </pre>
 */
public final class RankLog {
  private static final int STEPS = 3;

  public static void main(String[] args) {
    Mpi.run(4, RankLog::run);
  }

  static void run(Communicator world) throws IOException {
    String made = world.rank() == 0 ? Files.createTempFile("ranks", ".log").toString() : null;
    Path path = Path.of(world.bcastObject(made, String.class, 0));
    try (MpiFile log = MpiFile.open(world, path, FileMode.WRONLY, FileMode.APPEND)) {
      int n = world.rank() + 27; // halved if it is even, else tripled and one more
      for (int step = 0; step < STEPS; step++) {
        log.writeOrdered("step %d, rank %d: %d\n".formatted(step, world.rank(), n));
        n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      }
    }
    if (world.rank() == 0) {
      IO.print(Files.readString(path));
      Files.delete(path);
    }
  }
}
