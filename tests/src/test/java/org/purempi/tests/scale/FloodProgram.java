package org.purempi.tests.scale;

import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Rank 0 sends 1-KiB messages to rank 1, which sleeps before it receives the first.
 *
 * <p>Arguments: the number of messages, and {@code threads} for ranks that are threads.
 */
final class FloodProgram {
  private static final int INTS = 1024 / Integer.BYTES;
  private static final long SLEEP_MILLIS = 2000;

  private FloodProgram() {}

  public static void main(String[] args) throws Exception {
    int messages = Integer.parseInt(args[0]);
    if (args.length > 1) {
      Mpi.runThreads(2, world -> flood(world, messages));
      return;
    }
    try (Mpi mpi = Mpi.init(args)) {
      flood(mpi.world(), messages);
    }
  }

  private static void flood(Communicator world, int messages) throws InterruptedException {
    int[] data = new int[INTS];
    if (world.rank() == 0) {
      for (int i = 0; i < messages; i++) {
        data[0] = i;
        world.send(data, 1, 0);
      }
      return;
    }
    Thread.sleep(SLEEP_MILLIS);
    for (int i = 0; i < messages; i++) {
      world.recv(data, 0, 0);
      if (data[0] != i) {
        throw new IllegalStateException("message " + data[0] + " came as number " + i);
      }
    }
    System.out.println("received " + messages);
  }
}
