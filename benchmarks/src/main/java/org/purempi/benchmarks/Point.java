package org.purempi.benchmarks;

import java.util.Arrays;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;

/**
 * One benchmark at one size, on one rank: bounded in time, with as many iterations as fit.
 *
 * <p>Rank 0 looks at the clock and broadcasts how many iterations come next; zero ends the point.
 * The loops mirror race.c and loops.c line by line. Beyond that, warming up ends early once no
 * rank's JVM has compiled anything for a while.
 */
final class Point {

  /** A point may take this many times its planned time, then it stops early. */
  private static final int PATIENCE = 3;

  private static final double NANOS_PER_MICRO = 1e3;

  private final Communicator world;
  private final DriverLine.Command command;
  private final Loop loop;
  private final int rank;
  private final Compilation compilation = new Compilation();
  private final int[] agreed = new int[1];

  /** A sample, and how many ranks are compiling. */
  private final double[] mine = new double[2];

  private final double[] all = new double[2];

  Point(Communicator world, DriverLine.Command command, Loop loop) {
    this.world = world;
    this.command = command;
    this.loop = loop;
    this.rank = world.rank();
  }

  /** Warms up, then takes the samples; they mean something at rank 0 only. */
  double[] measure() {
    double[] values = new double[command.samples()];
    int taken = 0;
    int n = 1;
    boolean warm = true;
    double begin = nowMicros();
    double deadline =
        begin
            + PATIENCE
                * (command.warmMicros() + (double) command.samples() * command.sampleMicros());
    while (true) {
      if (rank == 0 && !warm && (taken == values.length || (taken > 0 && nowMicros() > deadline))) {
        n = 0;
      }
      n = agree(n);
      if (n == 0) {
        return Arrays.copyOf(values, taken);
      }
      double start = nowMicros();
      double value = summarize(n, iterate(n));
      double wall = nowMicros() - start;
      if (rank != 0) {
        continue;
      }
      if (warm) {
        warm = nowMicros() - begin < command.warmMicros() && all[1] > 0;
        n = next(n, wall, warm);
      } else {
        values[taken++] = value;
      }
    }
  }

  /** How many iterations come next, when n took so long. */
  private int next(int n, double wallMicros, boolean warm) {
    double fit = command.sampleMicros() / (wallMicros / n);
    return Math.max(1, warm && n < fit / 2 ? 2 * n : (int) fit);
  }

  private int agree(int n) {
    agreed[0] = n;
    world.bcast(agreed, 0);
    return agreed[0];
  }

  /** Runs n iterations and returns this rank's own time for them, in microseconds. */
  private double iterate(int n) {
    world.barrier();
    return loop.kind() == Loop.Kind.EXPOSED
        ? Overlap.exposed(world, loop, n)
        : loop.micros(n, world::barrier);
  }

  /** What rank 0 reports for n iterations that took each rank its own time. */
  private double summarize(int n, double ownMicros) {
    mine[0] = loop.share(n, ownMicros, command.bytes(), rank, world.size());
    mine[1] = compilation.goesOn() ? 1 : 0;
    world.reduce(Buf.of(mine), Buf.of(all), Op.SUM, 0);
    return all[0];
  }

  private static double nowMicros() {
    return System.nanoTime() / NANOS_PER_MICRO;
  }
}
