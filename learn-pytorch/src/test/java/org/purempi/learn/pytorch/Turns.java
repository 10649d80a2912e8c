package org.purempi.learn.pytorch;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.purempi.Communicator;
import org.purempi.Op;

/** Times what is compared in turns, for a machine is not as fast at all times. */
final class Turns {
  private static final int WARM_UP = 3;
  private static final double NANOS_PER_MICRO = 1e3;

  private final Communicator world;
  private final int rounds;
  private final Map<String, Runnable> competitors = new LinkedHashMap<>();
  private int calls = 1;

  Turns(Communicator world, int rounds) {
    this.world = world;
    this.rounds = rounds;
  }

  /** How many calls are a turn. */
  void calls(int number) {
    calls = number;
  }

  void add(String name, Runnable call) {
    competitors.put(name, call);
  }

  /** Prints "name ranks what median best" at rank 0, in microseconds a call of the slowest rank. */
  void run(String what) {
    double[][] micros = new double[competitors.size()][rounds];
    for (int round = -WARM_UP; round < rounds; round++) {
      int k = 0;
      for (Runnable call : competitors.values()) {
        micros[k++][Math.max(0, round)] = turn(call);
      }
    }
    int k = 0;
    for (String name : competitors.keySet()) {
      double[] all = micros[k++];
      Arrays.sort(all);
      if (world.rank() == 0) {
        System.out.printf(
            Locale.ROOT, "%s %d %s %.1f %.1f%n", name, world.size(), what, all[rounds / 2], all[0]);
      }
    }
  }

  private double turn(Runnable call) {
    world.barrier();
    long begin = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      call.run();
    }
    long nanos = System.nanoTime() - begin;
    return world.allreduce(nanos, Op.MAX) / NANOS_PER_MICRO / calls;
  }
}
