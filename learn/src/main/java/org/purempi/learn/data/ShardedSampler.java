package org.purempi.learn.data;

import java.util.Random;
import org.purempi.Communicator;

/**
 * Deals the examples of a data set out to the ranks, in another order in each epoch; the orders
 * depend on a seed alone. Together the ranks' first batches are what one rank's first batch of the
 * sum of their sizes is.
 */
public final class ShardedSampler {
  /** What happens to the examples that are left when all ranks have the same number. */
  public enum Rest {
    /** The first ranks have one more: for {@link DataParallel#join}. */
    KEEP,
    /** Nobody gets them in this epoch. */
    DROP,
    /** Ranks that would have one less get one from the beginning again. */
    REPEAT
  }

  private final int size;
  private final int rank;
  private final int ranks;
  private final long seed;
  private final Rest rest;

  /**
   * A sampler of a data set.
   *
   * @param size how many examples there are
   */
  public ShardedSampler(int size, Communicator comm, long seed, Rest rest) {
    this(size, comm.rank(), comm.size(), seed, rest);
  }

  ShardedSampler(int size, int rank, int ranks, long seed, Rest rest) {
    if (size <= 0) {
      throw new IllegalArgumentException("a data set of " + size + " examples");
    }
    this.size = size;
    this.rank = rank;
    this.ranks = ranks;
    this.seed = seed;
    this.rest = rest;
  }

  /** How many examples this rank has in an epoch. */
  public int length() {
    return switch (rest) {
      case DROP -> size / ranks;
      case REPEAT -> Math.ceilDiv(size, ranks);
      case KEEP -> size / ranks + (rank < size % ranks ? 1 : 0);
    };
  }

  /** The examples of this rank in an epoch, in their order: every so many'th of all. */
  public int[] epoch(int epoch) {
    int[] all = order(epoch);
    int[] mine = new int[length()];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = all[(int) (((long) i * ranks + rank) % size)];
    }
    return mine;
  }

  /** All examples, in the order of an epoch (Fisher and Yates' shuffle). */
  private int[] order(int epoch) {
    int[] all = new int[size];
    for (int i = 0; i < size; i++) {
      all[i] = i;
    }
    var random = new Random(seed * 0x9E37_79B9_7F4A_7C15L + epoch);
    for (int i = size - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      int other = all[i];
      all[i] = all[j];
      all[j] = other;
    }
    return all;
  }
}
