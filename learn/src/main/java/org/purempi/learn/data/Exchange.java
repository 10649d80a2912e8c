package org.purempi.learn.data;

import java.lang.foreign.MemorySegment;
import org.purempi.Communicator;
import org.purempi.learn.ElementType;

/**
 * How the gradients in a bucket become their sum over all ranks: whole, with fewer bits, or only
 * the largest. All ranks use the same one.
 */
@FunctionalInterface
public interface Exchange {
  /** Every number, as it is, by an allreduce. */
  Exchange FULL = StagedSummation::whole;

  /**
   * Every number, first among the ranks of each host, then between hosts (Horovod's hierarchical
   * allreduce). Where hosts have different numbers of ranks, or one, it is {@link #FULL}.
   */
  Exchange HIERARCHICAL = StagedSummation::byHosts;

  /** Prepares for one bucket, whose memory stays the same; collective. */
  Summation open(Communicator comm, MemorySegment gradient, ElementType type);

  /** The sum of one bucket, again and again. */
  interface Summation extends AutoCloseable {
    /** Begins; the gradient is not to be touched until {@link #finish}. */
    void start();

    /** Lets it go on, without waiting. */
    void advance();

    /** Waits; now the gradient is the sum over all ranks. */
    void finish();

    @Override
    void close();
  }

  /**
   * Numbers of 16 bits between ranks, each of which is rounded once before they are summed in
   * float32, and once after. {@link ElementType#FLOAT16} has 11 significant bits and ends at 65504;
   * {@link ElementType#BFLOAT16} has 8, and the range of float32.
   *
   * @throws IllegalArgumentException for another type
   */
  static Exchange half(ElementType format) {
    HalfSummation.check(format);
    return (comm, gradient, type) -> new HalfSummation(comm, gradient, type, format);
  }

  /**
   * Of each bucket only so large a share of the numbers, those of the largest magnitude; the others
   * are kept and added at the next step (error feedback; Stich et al., "Sparsified SGD with
   * Memory", 2018). For float32.
   *
   * @param share above 0, at most 1
   */
  static Exchange topK(double share) {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is above 0 and at most 1, not " + share);
    }
    return (comm, gradient, type) -> new TopKSummation(comm, gradient, type, share);
  }
}
