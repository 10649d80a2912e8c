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
 * What a blocking contiguous send and receive allocate; run with {@code -prof gc}, which counts the
 * calling threads' bytes.
 *
 * <p>Two thread ranks: rank 0 is the benchmark's own thread, rank 1 a partner that never allocates
 * on rank 0's account. {@code send} sends and is answered only every {@value #WINDOW} messages, so
 * nearly all it does is sending; {@code recv} is the mirror of that. The goals: 0 bytes per send,
 * at most one {@link org.purempi.Status} per receive.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class SendAllocation {

  private static final int WINDOW = 64;
  private static final int DATA = 1;
  private static final int ANSWER = 2;
  private static final int SEND = 3;
  private static final int RECV = 4;
  private static final int STOP = 5;

  /** Elements of the double array that travels. */
  @Param({"1", "128", "8192"})
  public int doubles;

  private final AtomicReference<@Nullable Communicator> rankZero = new AtomicReference<>();
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private double[] data = new double[0];
  private final double[] answer = new double[1];
  private @Nullable Thread ranks;
  private int mode;
  private int sent;

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
    double[] theirs = new double[doubles];
    double[] command = new double[1];
    while (true) {
      world.recv(command, 0, ANSWER);
      if (command[0] == STOP) {
        return;
      }
      for (int i = 0; i < WINDOW; i++) {
        if (command[0] == SEND) {
          world.recv(theirs, 0, DATA);
        } else {
          world.send(theirs, 0, DATA);
        }
      }
    }
  }

  private Communicator world() {
    Communicator world = rankZero.get();
    if (world == null) {
      throw new IllegalStateException("rank 0 has not started");
    }
    return world;
  }

  private void window(int what) {
    if (mode != what && sent % WINDOW != 0) {
      throw new IllegalStateException("one benchmark method per trial");
    }
    if (sent++ % WINDOW == 0) {
      mode = what;
      answer[0] = what;
      world().send(answer, 1, ANSWER);
    }
  }

  /** One send of the array; every window of them is preceded by one more of a single double. */
  @Benchmark
  public void send() {
    window(SEND);
    world().send(data, 1, DATA);
  }

  /** One receive into the array; every window of them is preceded by a send of a single double. */
  @Benchmark
  public void recv() {
    window(RECV);
    world().recv(data, 1, DATA);
  }

  /** Completes the window that is open and ends both ranks. */
  @TearDown(Level.Trial)
  public void stop() throws InterruptedException {
    while (sent % WINDOW != 0) {
      if (mode == SEND) {
        send();
      } else {
        recv();
      }
    }
    answer[0] = STOP;
    world().send(answer, 1, ANSWER);
    over.countDown();
    Thread thread = ranks;
    if (thread != null) {
      thread.join();
    }
  }
}
