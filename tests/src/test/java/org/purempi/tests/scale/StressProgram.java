package org.purempi.tests.scale;

import java.time.Duration;
import org.purempi.Mpi;

/** What {@link StressTest} runs on processes. Arguments: the seed, how many seconds. */
final class StressProgram {
  private StressProgram() {}

  public static void main(String[] args) throws InterruptedException {
    try (Mpi mpi = Mpi.init(args)) {
      Duration time = Duration.ofSeconds(Long.parseLong(args[1]));
      int operations = RandomMix.run(mpi.world(), Long.parseLong(args[0]), time);
      System.out.println(operations + " operations of rank " + mpi.world().rank());
    }
  }
}
