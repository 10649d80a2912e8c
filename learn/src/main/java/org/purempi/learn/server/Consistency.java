package org.purempi.learn.server;

/**
 * How far apart workers may be. A worker's clock is the number of its pushes of a key; each key has
 * clocks of its own. Workers that have closed or died do not count.
 */
public final class Consistency {
  /**
   * Bulk synchronous parallel: a round is one push of every worker. They are combined in the order
   * of ranks, and the rule is applied once; a pull waits for the rounds of which its worker has
   * pushed a part.
   */
  public static final Consistency BSP = new Consistency("BSP", true, 0);

  /** Asynchronous parallel: the rule is applied to each push as it comes; nobody waits. */
  public static final Consistency ASP = new Consistency("ASP", false, Integer.MAX_VALUE);

  private final String name;
  private final boolean isSynchronous;
  private final long bound;

  private Consistency(String name, boolean isSynchronous, long bound) {
    this.name = name;
    this.isSynchronous = isSynchronous;
    this.bound = bound;
  }

  /**
   * Stale synchronous parallel (Ho et al., NIPS 2013): the rule is applied to each push as it
   * comes, but a worker whose clock is {@code c} gets no values before the slowest worker's is
   * {@code c − bound}.
   *
   * @param bound how many steps the fastest worker may be ahead of the slowest, 0 or more
   * @throws IllegalArgumentException if it is negative
   */
  public static Consistency ssp(int bound) {
    if (bound < 0) {
      throw new IllegalArgumentException(
          "workers cannot be " + bound + " steps apart: the bound of SSP is 0 or more");
    }
    return new Consistency("SSP(" + bound + ")", false, bound);
  }

  /** Whether pushes are combined in rounds. */
  boolean isSynchronous() {
    return isSynchronous;
  }

  /** How many steps a worker that pulls may be ahead of the slowest. */
  long bound() {
    return bound;
  }

  @Override
  public String toString() {
    return name;
  }
}
