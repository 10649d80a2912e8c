package org.purempi.tests.recovery;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * The last rank is stopped for two seconds while all are at the {@link Activity} of the argument.
 */
final class StopProgram {
  private static final long SECONDS = 2;

  private StopProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      Activity activity = Activity.valueOf(args[0]);
      long[] processes = Kills.processes(world);
      if (world.rank() == 0) {
        Thread.ofPlatform().daemon().start(() -> stop(processes[processes.length - 1]));
      }
      long before = System.nanoTime();
      for (int i = 0; world.allreduce(isOver(before), Op.MAX) == 0; i++) {
        activity.step(world, i);
      }
      if (world.getFailed().size() > 0 || world.shrink().size() < world.size()) {
        throw new AssertionError("a rank that was stopped is said to have failed");
      }
      System.out.println("done");
    }
  }

  private static int isOver(long before) {
    return System.nanoTime() - before > TimeUnit.SECONDS.toNanos(SECONDS + 1) ? 1 : 0;
  }

  private static void stop(long process) {
    try {
      signal("STOP", process);
      TimeUnit.SECONDS.sleep(SECONDS);
      signal("CONT", process);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void signal(String name, long process) throws IOException, InterruptedException {
    if (new ProcessBuilder("kill", "-" + name, process + "").start().waitFor() != 0) {
      throw new IllegalStateException("kill does not work");
    }
  }
}
