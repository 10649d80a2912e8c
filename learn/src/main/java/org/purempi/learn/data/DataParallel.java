package org.purempi.learn.data;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.learn.Model;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Parameter;

/**
 * Averages the gradients of a model over the ranks of a communicator. The buckets go in the same
 * order on all ranks, each as soon as the backward pass has filled it, where the engine tells so;
 * {@link #finish} starts those that are left, and waits.
 *
 * <pre>
 * try (var parallel = DataParallel.setup(world, model).open()) {
 *   ModelOptimizer optimizer = parallel.optimizer(new Sgd(0.1));
 *   for (…) {
 *     model.zeroGradients();
 *     …                          // forward and backward, of this rank's examples
 *     parallel.finish();
 *     optimizer.step();
 *   }
 * }
 * </pre>
 *
 * <p>For one thread of each rank: the one that runs the backward pass.
 */
public final class DataParallel implements AutoCloseable {
  private final Communicator comm;
  private final Model model;
  private final boolean isSharded;
  private final boolean buffersFollow;
  private final Arena arena = Arena.ofShared();
  private final List<Bucket> buckets;
  private final List<Exchange.Summation> sums = new ArrayList<>();

  /** The bucket of each parameter. */
  private final int[] bucketOf;

  private final boolean[] isReady;

  /** How many parameters of each bucket are still to come. */
  private final int[] missing;

  private final StepTimes times = new StepTimes();
  private int started;
  private int quiet;
  private boolean isClosed;
  private double factor;
  private @Nullable Join join;

  DataParallel(DataParallelSetup setup) {
    this.model = setup.model;
    this.isSharded = setup.isSharded;
    this.buffersFollow = setup.buffersFollow;
    Replicas.broadcast(setup.comm, model, 0);
    this.buckets = Bucket.of(model, setup.firstBucketBytes, setup.bucketBytes, arena);
    this.comm = setup.comm.dup();
    this.bucketOf = new int[model.parameters().size()];
    this.isReady = new boolean[bucketOf.length];
    this.missing = new int[buckets.size()];
    Exchange exchange = isSharded ? ScatterSummation::of : setup.exchange;
    try {
      buckets.forEach(b -> sums.add(exchange.open(comm, b.gradient(), b.type())));
    } catch (RuntimeException e) { // as on all ranks
      close();
      throw e;
    }
    for (int b = 0; b < buckets.size(); b++) {
      Bucket bucket = buckets.get(b);
      for (int p = 0; p < bucket.parameters().size(); p++) {
        bucketOf[bucket.first() + p] = b;
      }
    }
    this.factor = 1.0 / comm.size();
    expectAll();
    model.onGradient(this::ready);
  }

  /** The defaults, to be changed before it is opened. */
  public static DataParallelSetup setup(Communicator comm, Model model) {
    return new DataParallelSetup(comm, model);
  }

  /**
   * What updates the values after {@link #finish}: of the whole model on every rank, or each rank
   * its share if this is sharded.
   */
  public ModelOptimizer optimizer(Optimizer rule) {
    return isSharded
        ? new ShardedOptimizer(comm, buckets, this::share, model, rule)
        : new ReplicatedOptimizer(model, rule);
  }

  private ScatterSummation share(int bucket) {
    return (ScatterSummation) sums.get(bucket);
  }

  /** Where the means of a bucket are, as far as this rank has them. */
  private List<MemorySegment> means(int bucket) {
    return isSharded
        ? List.of(share(bucket).mine())
        : buckets.get(bucket).parameters().stream().map(Parameter::gradient).toList();
  }

  private void expectAll() {
    started = 0;
    Arrays.fill(isReady, false);
    for (int b = 0; b < missing.length; b++) {
      missing[b] = buckets.get(b).parameters().size();
    }
  }

  /** The engine: a gradient is complete. */
  private void ready(int parameter) {
    if (quiet > 0) {
      return;
    }
    if (isReady[parameter]) {
      throw new IllegalStateException(
          ("the gradient of parameter %s has come twice: call finish() after each backward pass,"
                  + " and let those that only add up be within noSync()")
              .formatted(model.parameters().get(parameter).name()));
    }
    times.begin();
    isReady[parameter] = true;
    missing[bucketOf[parameter]]--;
    while (started < missing.length && missing[started] == 0) {
      start();
    }
    for (int b = 0; b < started; b++) {
      sums.get(b).advance();
    }
  }

  private void start() {
    if (started == 0 && join != null) {
      factor = 1.0 / join.active();
    }
    buckets.get(started).pack(isSharded ? 1 : factor);
    sums.get(started).start();
    times.started(started, buckets.get(started).gradient().byteSize());
    started++;
  }

  /**
   * Waits until the gradients are the means over all ranks, at the end of each backward pass that
   * is not within {@link #noSync}; collective. A parameter of which no gradient has come takes part
   * with what is there.
   *
   * @throws IllegalStateException within {@link #noSync}, or if this is closed
   */
  public void finish() {
    if (isClosed) {
      throw new IllegalStateException("finish() after close()");
    }
    if (quiet > 0) {
      throw new IllegalStateException("finish() within noSync(): close that before the last pass");
    }
    times.waits();
    while (started < buckets.size()) {
      start();
    }
    for (int b = 0; b < buckets.size(); b++) {
      sums.get(b).finish();
      if (isSharded) {
        Bucket.scale(share(b).mine(), buckets.get(b).type(), factor);
      } else {
        buckets.get(b).unpack();
      }
      times.finished(b);
    }
    if (buffersFollow) {
      Replicas.broadcastBuffers(comm, model, join == null ? 0 : join.first());
    }
    times.ends();
    expectAll();
  }

  /** Gradients add up on each rank alone until it is closed. */
  public interface Quiet extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Gradients of several passes are accumulated: those within stay on each rank, the pass behind
   * exchanges the sum. All gradients are exchanged by the next {@link #finish}.
   */
  public Quiet noSync() {
    if (isUnderWay()) {
      throw new IllegalStateException("noSync() in the midst of a pass: call finish() first");
    }
    quiet++;
    var isOver = new AtomicBoolean();
    return () -> quiet -= isOver.getAndSet(true) ? 0 : 1;
  }

  /**
   * For ranks that have different numbers of batches: whoever has no more closes what this returns,
   * and takes part with zeros until all have done so. The mean is of the ranks that still have
   * some.
   *
   * @param step what each rank calls after finish, as {@code optimizer::step}: all must, for the
   *     values to stay the same
   */
  public Join join(Runnable step) {
    if (join != null) {
      throw new IllegalStateException("join() within join()");
    }
    var now = new Join(this, comm, step);
    join = now;
    return now;
  }

  void left() {
    join = null;
    factor = 1.0 / comm.size();
  }

  /** Whether gradients of a pass have come, and {@link #finish} has not been called. */
  boolean isUnderWay() {
    return times.haveBegun();
  }

  /** A pass without examples. */
  void shadow() {
    model.zeroGradients();
    finish();
  }

  /**
   * Makes the gradient of the whole model shorter if it is longer than a limit, after {@link
   * #finish}; collective if this is sharded.
   *
   * @return the length before, the square root of the sum of all squares
   * @throws IllegalArgumentException if the limit is negative, or no number
   */
  public double clip(double most) {
    if (!(most >= 0)) {
      throw new IllegalArgumentException("a gradient is not clipped to a length of " + most);
    }
    double squares = 0;
    for (int b = 0; b < buckets.size(); b++) {
      for (MemorySegment mean : means(b)) {
        squares += Bucket.squares(mean, buckets.get(b).type());
      }
    }
    double norm = Math.sqrt(isSharded ? comm.allreduce(squares, Op.SUM) : squares);
    for (int b = 0; norm > most && b < buckets.size(); b++) {
      for (MemorySegment mean : means(b)) {
        Bucket.scale(mean, buckets.get(b).type(), most / norm);
      }
    }
    return norm;
  }

  /**
   * Checks that all ranks have the same values and, unless they have their own, the same buffers;
   * collective.
   *
   * @throws IllegalStateException with the first parameter and the ranks that differ
   */
  public void requireIdentical() {
    Replicas.requireIdentical(comm, model, buffersFollow);
  }

  /** When the buckets of the last step went, and how long {@link #finish} waited for them. */
  public StepTimes times() {
    return times;
  }

  /** Frees its communicator; collective. Nothing if it is closed. */
  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    model.onGradient(parameter -> {});
    sums.forEach(Exchange.Summation::close);
    comm.close();
    arena.close();
  }
}
