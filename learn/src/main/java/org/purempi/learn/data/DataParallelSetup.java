package org.purempi.learn.data;

import org.purempi.Communicator;
import org.purempi.learn.Model;

/** How a model is trained data parallel; the same on all ranks. */
public final class DataParallelSetup {
  final Communicator comm;
  final Model model;
  long firstBucketBytes = 1L << 20;
  long bucketBytes = 25L << 20;
  Exchange exchange = Exchange.FULL;
  boolean isSharded;
  boolean buffersFollow = true;

  DataParallelSetup(Communicator comm, Model model) {
    this.comm = comm;
    this.model = model;
  }

  /** How many bytes of gradients are exchanged at once at most; 25 MiB if it is not called. */
  public DataParallelSetup bucketBytes(long bytes) {
    bucketBytes = positive(bytes);
    return this;
  }

  /**
   * How large the first bucket is at most; 1 MiB if it is not called. It is small for its exchange
   * to begin early in the backward pass.
   */
  public DataParallelSetup firstBucketBytes(long bytes) {
    firstBucketBytes = positive(bytes);
    return this;
  }

  private static long positive(long bytes) {
    if (bytes <= 0) {
      throw new IllegalArgumentException("a bucket of " + bytes + " bytes");
    }
    return bytes;
  }

  /** How gradients are summed; {@link Exchange#FULL} if it is not called. */
  public DataParallelSetup exchange(Exchange how) {
    exchange = how;
    return this;
  }

  /**
   * Each rank keeps the optimiser's state of its share of the numbers alone, and updates them alone
   * (ZeRO, stage 1): a reduce-scatter of gradients and an allgather of values take the place of the
   * allreduce. Gradients stay as they are then, and there is no {@link #exchange} to choose.
   */
  public DataParallelSetup sharded() {
    isSharded = true;
    return this;
  }

  /** Buffers stay each rank's own; else all get those of rank 0 at the end of every step. */
  public DataParallelSetup ownBuffers() {
    buffersFollow = false;
    return this;
  }

  /**
   * Makes it; collective. All ranks get the values and buffers of rank 0.
   *
   * @throws IllegalArgumentException if ranks have different models, or the exchange does not take
   *     the type of a parameter
   * @throws IllegalStateException with both {@link #sharded} and an {@link #exchange}
   */
  public DataParallel open() {
    if (isSharded && exchange != Exchange.FULL) {
      throw new IllegalStateException(
          "sharded() has an exchange of its own: leave out exchange(), or sharded()");
    }
    return new DataParallel(this);
  }
}
