package org.purempi.tests.launch;

import org.purempi.Communicator;
import org.purempi.Mpi;

/** Ranks wait for rank 0, which has no word for them while its argument is {@code stop}. */
final class StoppedProgram {
  private static final int TAG = 5;

  private StoppedProgram() {}

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      System.out.println("begun " + world.rank());
      if (world.rank() == 0) {
        while (args.length > 0) {
          Thread.sleep(1000);
        }
        for (int rank = 1; rank < world.size(); rank++) {
          world.send(new int[1], rank, TAG);
        }
      } else {
        stop(world);
      }
      System.out.println("done " + world.rank());
    }
  }

  static void stop(Communicator world) {
    world.recv(new int[1], 0, TAG);
  }
}
