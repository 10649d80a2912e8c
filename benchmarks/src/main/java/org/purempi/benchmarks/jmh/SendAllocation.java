package org.purempi.benchmarks.jmh;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * What a blocking contiguous send and receive allocate; run with {@code -prof gc}.
 *
 * <p>Two thread ranks play ping-pong, so every receive waits for its message and none has to be
 * kept until it is asked for. {@code gc.alloc.rate.norm} counts the bytes of the whole JVM: one
 * operation is two sends and two receives. The goals are 0 bytes for a send and at most the {@link
 * org.purempi.Status} for a receive, that is, at most two of them for an operation.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SendAllocation {

  private static final int BALL = 1;
  private static final double STOP = -1;

  /** Elements of the double array that travels. */
  @Param({"1", "128", "8192"})
  public int doubles;

  private final AtomicReference<@Nullable Communicator> rankZero = new AtomicReference<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private double[] data = new double[0];
  private @Nullable Thread ranks;

  /** Starts both ranks; rank 0's own thread only lends its world to the benchmark's thread. */
  @Setup(Level.Trial)
  public void start() throws InterruptedException {
    data = new double[doubles];
    var thread = new Thread(() -> Mpi.runThreads(2, this::body), "ranks");
    thread.start();
    ranks = thread;
    ready.await();
  }

  private void body(Communicator world) throws InterruptedException {
    if (world.rank() == 0) {
      rankZero.set(world);
      ready.countDown();
      over.await();
      return;
    }
    double[] ball = new double[doubles];
    for (world.recv(ball, 0, BALL); ball[0] != STOP; world.recv(ball, 0, BALL)) {
      world.send(ball, 0, BALL);
    }
  }

  private Communicator world() {
    Communicator world = rankZero.get();
    if (world == null) {
      throw new IllegalStateException("rank 0 has not started");
    }
    return world;
  }

  /** There and back. */
  @Benchmark
  public void pingPong() {
    Communicator world = world();
    world.send(data, 1, BALL);
    world.recv(data, 1, BALL);
  }

  /** Ends both ranks. */
  @TearDown(Level.Trial)
  public void stop() throws InterruptedException {
    data[0] = STOP;
    world().send(data, 1, BALL);
    over.countDown();
    Thread thread = ranks;
    if (thread != null) {
      thread.join();
    }
  }
}
