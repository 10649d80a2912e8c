package org.purempi.learn.named;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.purempi.Mpi;

/** Learns 20 steps; one process dies in the ninth, unless one has before. */
public final class ElasticProgram {
  private static final int STEPS = 20;
  private static final int DIES = 8;

  private ElasticProgram() {}

  /**
   * Runs a rank.
   *
   * @param args the file that says that one has died
   */
  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      float[] weights = {0};
      long[] step = {0};
      var state = new ElasticState().keep(weights).keep(step);
      Elastic.runFull(
          mpi,
          state,
          ranks -> {
            try (var operations = NamedOperations.over(ranks)) {
              for (; step[0] < STEPS; step[0]++, state.commit()) {
                if (step[0] == DIES && ranks.rank() == 1 && isFirst(Path.of(args[0]))) {
                  Runtime.getRuntime().halt(9);
                }
                float[] one = {1};
                operations.allreduce("one", one, Reduction.AVERAGE).await();
                weights[0] += one[0];
              }
            }
            System.out.println("rank " + ranks.rank() + " of " + ranks.size() + ": " + weights[0]);
          });
    }
  }

  private static boolean isFirst(Path file) throws IOException {
    if (Files.exists(file)) {
      return false;
    }
    Files.createFile(file);
    return true;
  }
}
