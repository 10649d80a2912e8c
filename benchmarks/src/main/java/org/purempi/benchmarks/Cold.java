package org.purempi.benchmarks;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * One rank of the cold race, by one of the Java APIs: it runs one benchmark, once, and ends. The
 * twin of cold.c, which says what it is told and what it prints.
 */
abstract class Cold {

  /** Up to here, many iterations: what public benchmarks use by default. */
  private static final int SMALL_BYTES = 8 * 1024;

  private static final int MANY = 10_000;
  private static final int WARM_UP_ABOVE = 100;
  private static final int TIMED_ABOVE = 500;
  private static final int MOST_MARKS = 10;
  private static final int DECADE = 10;
  private static final double NANOS_PER_MICRO = 1e3;

  private final int rank;
  private final int ranks;
  private final PrintStream out;

  /** One rank of so many; rank 0 prints to {@code out}. */
  Cold(int rank, int ranks, PrintStream out) {
    this.rank = rank;
    this.ranks = ranks;
    this.out = out;
  }

  /** What one iteration does, with buffers for so many bytes. */
  abstract Loop loop(String name, int bytes);

  /** Returns when all ranks have called it. */
  abstract void barrier();

  /** At rank 0, the sums of the ranks' values. */
  abstract double[] sum(double[] mine);

  /** Does what the arguments say; rank 0 prints. */
  final void run(String... arguments) {
    String name = arguments[1];
    int bytes = Integer.parseInt(arguments[2]);
    if (arguments[0].equals("first")) {
      first(name, bytes, Integer.parseInt(arguments[3]));
      return;
    }
    for (int i = 2; i < arguments.length; i++) {
      loops(name, Integer.parseInt(arguments[i]));
    }
  }

  private void loops(String name, int bytes) {
    boolean isSmall = bytes <= SMALL_BYTES;
    int timed = isSmall ? MANY : TIMED_ABOVE;
    Loop loop = loop(name, bytes);
    iterate(loop, isSmall ? MANY : WARM_UP_ABOVE);
    double share = loop.share(timed, iterate(loop, timed), bytes, rank, ranks);
    print(name, bytes, sum(new double[] {share})[0]);
  }

  private double iterate(Loop loop, int n) {
    barrier();
    return loop.micros(n, this::barrier);
  }

  private void first(String name, int bytes, int calls) {
    Runnable call = loop(name, bytes).body();
    double[] own = new double[MOST_MARKS];
    int marks = 0;
    int done = 0;
    barrier();
    long begin = System.nanoTime();
    for (int mark = 1; mark <= calls; mark *= DECADE) {
      for (; done < mark; done++) {
        call.run();
      }
      own[marks++] = (System.nanoTime() - begin) / NANOS_PER_MICRO;
    }
    double[] sums = sum(Arrays.copyOf(own, marks));
    int mark = 1;
    for (double sum : sums) {
      print(name + "_first_" + mark, bytes, sum / ranks);
      mark *= DECADE;
    }
  }

  private void print(String benchmark, int bytes, double value) {
    if (rank == 0) {
      out.printf(Locale.ROOT, "%s %d %.6g%n", benchmark, bytes, value);
    }
  }
}
