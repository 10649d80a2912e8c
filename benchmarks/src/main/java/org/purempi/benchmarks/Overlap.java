package org.purempi.benchmarks;

import java.util.function.Supplier;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.Request;

/** Collective calls that are begun, left alone while the rank computes, and ended. */
final class Overlap {
  private static final double PERCENT = 100;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int PAUSES_PER_LOOK = 5;

  private final Communicator world;
  private Request<?> request;

  Overlap(Communicator world) {
    this.world = world;
    this.request = world.ibarrier();
    request.waitFor();
  }

  /** The loop of this name. */
  Loop named(String name, Memory memory, int bytes) {
    Buf send = memory.bytes((long) bytes * world.size());
    Buf recv = memory.bytes((long) bytes * world.size());
    Buf one = memory.bytes(bytes);
    Buf doubles = memory.doubles(bytes / Double.BYTES);
    Buf sums = memory.doubles(bytes / Double.BYTES);
    return of(
        switch (name) {
          case "overlap_ibcast" -> () -> world.ibcast(one, 0);
          case "overlap_iallreduce" -> () -> world.iallreduce(doubles, sums, Op.SUM);
          default -> () -> world.ialltoall(send, recv);
        });
  }

  /** The loop of what begins so. */
  Loop of(Supplier<Request<?>> begin) {
    return new Loop(Loop.Kind.EXPOSED, 0, () -> request = begin.get(), () -> request.waitFor());
  }

  /**
   * n iterations without computation tell how long the communication takes; n more compute for as
   * long meanwhile. What is left of the communication's time, in percent and at least one, times n.
   */
  static double exposed(Communicator world, Loop loop, int n) {
    double pure = world.allreduce(times(world, loop, n, 0) / n, Op.MAX);
    double left = times(world, loop, n, pure) / n - pure;
    return n * Math.max(1, PERCENT * left / pure);
  }

  private static double times(Communicator world, Loop loop, int n, double computeMicros) {
    long own = 0;
    for (int i = 0; i < n; i++) {
      long begin = System.nanoTime();
      loop.body().run();
      compute(computeMicros);
      loop.end().run();
      own += System.nanoTime() - begin;
      world.barrier();
    }
    return own / NANOS_PER_MICRO;
  }

  /** Spends so much time outside of MPI. */
  static void compute(double micros) {
    if (micros > 0) {
      long end = System.nanoTime() + (long) (micros * NANOS_PER_MICRO);
      while (System.nanoTime() < end) {
        for (int i = 0; i < PAUSES_PER_LOOK; i++) {
          Thread.onSpinWait();
        }
      }
    }
  }
}
