package org.purempi.tests.scale;

import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Request;

/**
 * Rank 0 sends 1-KiB messages to rank 1, which sleeps before it receives the first.
 *
 * <p>Arguments: the number of messages, and {@code threads} for ranks that are threads, or {@code
 * announced}: rank 0 starts all sends before it waits for the first.
 */
final class FloodProgram {
  private static final int INTS = 1024 / Integer.BYTES;
  private static final long SLEEP_MILLIS = 2000;

  private FloodProgram() {}

  public static void main(String[] args) throws Exception {
    int messages = Integer.parseInt(args[0]);
    String how = args.length > 1 ? args[1] : "";
    if (how.equals("threads")) {
      Mpi.runThreads(2, world -> flood(world, messages));
      return;
    }
    try (Mpi mpi = Mpi.init(args)) {
      if (how.equals("announced")) {
        announce(mpi.world(), messages);
      } else {
        flood(mpi.world(), messages);
      }
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

  /** Rank 1 waits for rank 2 first, and so has many messages that it has not asked for. */
  private static void announce(Communicator world, int messages) throws InterruptedException {
    int[] data = new int[INTS];
    if (world.rank() == 0) {
      var sends = new Request<?>[messages];
      Arrays.setAll(sends, i -> world.isend(data, 1, i));
      Request.waitAll(sends);
      return;
    }
    if (world.rank() == 2) {
      Thread.sleep(SLEEP_MILLIS);
      world.send(data, 1, 0);
      return;
    }
    world.recv(data, 2, 0);
    for (int i = 0; i < messages; i++) {
      int tag = world.recv(data, 0, Mpi.ANY_TAG).tag();
      if (tag != i) {
        throw new IllegalStateException("message " + tag + " came as number " + i);
      }
    }
    System.out.println("received " + messages);
  }
}
