package org.purempi.pmi;

/**
 * What a look at a rank has shown: it waits in MPI, without a time limit, and nothing else in its
 * process may act.
 *
 * @param rank in the job
 * @param waitedMillis how long it has waited, in milliseconds; negative if it does not wait so
 * @param mark another number as soon as anything has moved
 */
public record RankLook(int rank, long waitedMillis, long mark) {
  /** It does not wait, or not for ever. */
  public static RankLook busy(int rank) {
    return new RankLook(rank, -1, 0);
  }

  /** Whether it waits, and no time limit ends that. */
  public boolean isStuck() {
    return waitedMillis >= 0;
  }
}
