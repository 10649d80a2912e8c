package org.purempi.learn.server;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.Mpi;

/** Four ranks of a job that survives failures; twice a worker halts its process. */
final class ProcessProgram {
  private static final int STEPS = 20;
  private static final int LAST_STEP = 5;

  private ProcessProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator now = mpi.world();
      @Nullable Communicator three = now.split(now.rank() < 3 ? 0 : Mpi.UNDEFINED, 0);
      if (three != null) {
        SynchronousTest.inAnyJob(three);
      }
      for (var consistency : List.of(Consistency.BSP, Consistency.ASP)) {
        run(now, consistency);
        now = now.shrink();
      }
    }
  }

  private static void run(Communicator comm, Consistency consistency) throws Exception {
    var builder = ParameterServer.of(comm, UpdateRule.ADD).sums().consistency(consistency);
    String[] what = {"served"};
    builder.run(
        store -> {
          float[] value = new float[10_000];
          float[] pushed = new float[value.length];
          Arrays.fill(pushed, 1 << comm.rank());
          store.init("key", value);
          for (int step = 0; step < STEPS; step++) {
            if (comm.rank() == 1 && step == LAST_STEP) {
              Runtime.getRuntime().halt(9);
            }
            store.pushPull("key", pushed, value);
          }
          float others = (1 << (comm.size() - 1)) - 1 - 2;
          if (consistency == Consistency.BSP && value[0] != STEPS * others + LAST_STEP * 2) {
            throw new IllegalStateException("the sum is " + value[0]);
          }
          what[0] = "done";
        });
    IO.println("rank %d of %d, %s: %s".formatted(comm.rank(), comm.size(), consistency, what[0]));
  }
}
