package org.purempi.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * What tools cost: half the time of a round trip of 8 bytes, and an allreduce of 8 bytes, between
 * two ranks. Prints a line {@code CALL lowest median} in microseconds for each.
 *
 * <p>Arguments: how many rounds are measured; of each the mean is taken.
 */
public final class Watching {
  private static final int CALLS = 2_000;
  private static final int WARM_UP = 50;
  private static final double MICROS = 1e-3;

  private Watching() {}

  /** Runs on two ranks. */
  public static void main(String[] args) {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 20;
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      double[] data = new double[1];
      measure(world, "latency", rounds, 2.0, () -> roundTrip(world, data));
      measure(world, "allreduce", rounds, 1, () -> world.allreduce(data, Op.SUM));
    }
  }

  private static void roundTrip(Communicator world, double[] data) {
    if (world.rank() == 0) {
      world.send(data, 1, 0);
      world.recv(data, 1, 0);
    } else {
      world.recv(data, 0, 0);
      world.send(data, 0, 0);
    }
  }

  private static void measure(
      Communicator world, String name, int rounds, double share, Runnable call) {
    double[] micros = new double[rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      world.barrier();
      long began = System.nanoTime();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      if (round >= 0) {
        micros[round] = (System.nanoTime() - began) * MICROS / CALLS / share;
      }
    }
    if (world.rank() == 0) {
      Arrays.sort(micros);
      System.out.printf(Locale.ROOT, "%s %.4f %.4f%n", name, micros[0], micros[rounds / 2]);
    }
  }
}
