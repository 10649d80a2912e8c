package org.purempi.junit;

import java.io.IOException;
import java.nio.file.Path;
import org.purempi.Mpi;

/**
 * The program of one rank of a test on processes. Arguments: the folder where the call lies and
 * where failures are written.
 */
final class RankMain {
  private RankMain() {}

  public static void main(String[] args) throws Throwable {
    Path folder = Path.of(args[0]);
    SavedCall call = SavedCall.read(folder.resolve(ProcessRanks.CALL));
    try (Mpi mpi = Mpi.init()) {
      try {
        call.run(mpi.world());
      } catch (Throwable t) {
        write(folder, mpi.world().rank(), t);
        throw t;
      }
    }
  }

  private static void write(Path folder, int rank, Throwable t) {
    try {
      SavedFailure.of(t).write(ProcessRanks.failure(folder, rank));
    } catch (IOException e) {
      t.addSuppressed(e); // the stack trace, which the job prints, must do
    }
  }
}
