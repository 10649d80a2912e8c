package org.purempi.benchmarks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.Locale;

/**
 * What two threads and a memory copy reach in Java without any MPI: the twin of floor.c, except
 * that its threads run where the system puts them, and that it leaves files to C.
 */
public final class Floor {

  private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();
  private static final int CACHE_LINE_BYTES = 64;
  private static final long PING = 0;

  /** Two lines away, because processors fetch lines in pairs. */
  private static final long PONG = 2 * CACHE_LINE_BYTES;

  /** Short, so that one undisturbed run is likely. */
  private static final int ROUNDS = 1_000;

  private static final int STOP = -1;
  private static final int COPIED_PER_SAMPLE_BYTES = 1 << 22;
  private static final int ALIGNMENT_BYTES = 4096;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  private Floor() {}

  /** Prints a line for the cache-line bounce and one for every size in bytes after the first. */
  public static void main(String[] arguments) throws InterruptedException {
    double nanos = Double.parseDouble(arguments[0]) * NANOS_PER_MILLI;
    print("cache_line_bounce", CACHE_LINE_BYTES, bounceMicros(nanos));
    for (int i = 1; i < arguments.length; i++) {
      int bytes = Integer.parseInt(arguments[i]);
      print("memcpy", bytes, copySpeed(bytes, nanos));
    }
  }

  private static void print(String name, int bytes, double value) {
    System.out.printf(Locale.ROOT, "%s %d %.5g%n", name, bytes, value);
  }

  /**
   * How long a cache line takes from one processor to another, in microseconds: the best of what
   * {@code nanos} nanoseconds allow.
   */
  public static double bounceMicros(double nanos) throws InterruptedException {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment lines = arena.allocate(2 * PONG, 2 * PONG);
      var partner = new Thread(() -> answer(lines), "partner");
      partner.setDaemon(true);
      partner.start();
      double best = Double.MAX_VALUE;
      long end = System.nanoTime() + (long) nanos;
      int ball = 0;
      do {
        long begin = System.nanoTime();
        ball = play(lines, ball);
        best = Math.min(best, (System.nanoTime() - begin) / NANOS_PER_MICRO / ROUNDS / 2);
      } while (System.nanoTime() < end);
      INT.setRelease(lines, PING, STOP);
      partner.join();
      return best;
    }
  }

  /** Release publishes the ball, acquire sees the partner's answer to it. */
  private static int play(MemorySegment lines, int ball) {
    int last = ball + ROUNDS;
    for (int next = ball + 1; next <= last; next++) {
      INT.setRelease(lines, PING, next);
      while ((int) INT.getAcquire(lines, PONG) != next) {
        Thread.onSpinWait();
      }
    }
    return last;
  }

  private static void answer(MemorySegment lines) {
    int expected = 1;
    while (true) {
      int seen = (int) INT.getAcquire(lines, PING);
      if (seen == STOP) {
        return;
      }
      if (seen == expected) {
        INT.setRelease(lines, PONG, expected++);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  private static double copySpeed(int bytes, double nanos) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(bytes, ALIGNMENT_BYTES).fill((byte) 1);
      MemorySegment to = arena.allocate(bytes, ALIGNMENT_BYTES).fill((byte) 2);
      int rounds = 1 + COPIED_PER_SAMPLE_BYTES / bytes;
      double best = 0;
      long end = System.nanoTime() + (long) nanos;
      do {
        long begin = System.nanoTime();
        for (int i = 0; i < rounds; i++) {
          MemorySegment.copy(from, 0, to, 0, bytes);
        }
        double micros = (System.nanoTime() - begin) / NANOS_PER_MICRO;
        best = Math.max(best, (double) bytes * rounds / micros);
      } while (System.nanoTime() < end);
      return best;
    }
  }
}
