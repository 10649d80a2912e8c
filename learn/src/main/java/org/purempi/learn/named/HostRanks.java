package org.purempi.learn.named;

import java.util.Objects;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.SplitType;

/**
 * The numbers of a rank among all, on its host, and among those that have its number on theirs.
 *
 * @param all the ranks
 * @param local those of this host, in their order; closed with this
 * @param cross those that have this rank's number on their hosts; closed with this
 * @param isHomogeneous whether all hosts have as many ranks
 */
public record HostRanks(
    Communicator all, Communicator local, Communicator cross, boolean isHomogeneous)
    implements AutoCloseable {
  /** Finds them out; collective. */
  public static HostRanks of(Communicator all) {
    return of(all, Objects.requireNonNull(all.splitType(SplitType.SHARED, all.rank())));
  }

  /**
   * With another idea of what a host is; collective.
   *
   * @param local the ranks of this rank's host; closed with what is returned
   */
  public static HostRanks of(Communicator all, Communicator local) {
    Communicator cross = Objects.requireNonNull(all.split(local.rank(), all.rank()));
    int[] ends = {local.size(), -local.size()};
    all.allreduce(ends, Op.MIN);
    return new HostRanks(all, local, cross, ends[0] == -ends[1]);
  }

  /** This rank among all. */
  public int rank() {
    return all.rank();
  }

  /** How many ranks there are. */
  public int size() {
    return all.size();
  }

  /** This rank among those of its host. */
  public int localRank() {
    return local.rank();
  }

  /** How many ranks this host has. */
  public int localSize() {
    return local.size();
  }

  /** The number of this host among those that have a rank with this local rank. */
  public int crossRank() {
    return cross.rank();
  }

  /** How many hosts have a rank with this local rank. */
  public int crossSize() {
    return cross.size();
  }

  @Override
  public void close() {
    cross.close();
    local.close();
  }
}
