package org.purempi.benchmarks.gpu;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.purempi.Communicator;

/** Times calls one by one, as many as there is time for, and prints what {@link Results} reads. */
final class Stopwatch {
  /** What a line with a figure begins with: series, bytes, median and lowest, in microseconds. */
  static final String FIGURE = "figure";

  private static final int LEAST = 5;
  private static final int MOST = 2_000;
  private static final int REHEARSALS = 3;
  private static final int WARM_UP = 5_000;
  private static final double MICROS = 1e-3;
  private static final double MICROS_A_MILLI = 1e3;

  private final double millis;
  private final Optional<Communicator> world;

  /**
   * One for calls that take about so many milliseconds together, and half of that before.
   *
   * @param world the ranks that make them together; empty for one program alone
   */
  Stopwatch(double millis, Optional<Communicator> world) {
    this.millis = millis;
    this.world = world;
  }

  /** Lets the JVM compile what is called. */
  static void warmUp(Runnable call) {
    for (int i = 0; i < WARM_UP; i++) {
      call.run();
    }
  }

  /**
   * Prints the times of a call.
   *
   * @param parts how many times of what is asked for a call takes: 2 for a message to and fro
   */
  void time(String series, long bytes, int parts, Runnable call) {
    double shortest = Double.MAX_VALUE;
    for (int i = 0; i < REHEARSALS; i++) {
      shortest = Math.min(shortest, once(call));
    }
    int calls = agreed((int) Math.clamp(millis * MICROS_A_MILLI / shortest, LEAST, MOST));
    for (int i = 0; i < calls / 2; i++) {
      once(call);
    }
    double[] micros = new double[calls];
    for (int i = 0; i < calls; i++) {
      micros[i] = once(call) / parts;
    }
    if (world.isEmpty() || world.get().rank() == 0) {
      Arrays.sort(micros);
      System.out.printf(
          Locale.ROOT, "%s %s %d %.3f %.3f%n", FIGURE, series, bytes, micros[calls / 2], micros[0]);
    }
  }

  /** As many as the first rank wants to make. */
  private int agreed(int calls) {
    int[] all = {calls};
    world.ifPresent(ranks -> ranks.bcast(all, 0));
    return all[0];
  }

  private double once(Runnable call) {
    world.ifPresent(Communicator::barrier);
    long began = System.nanoTime();
    call.run();
    return (System.nanoTime() - began) * MICROS;
  }
}
