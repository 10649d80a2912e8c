package org.purempi.checkpoint;

import java.util.Objects;
import org.purempi.Communicator;

/**
 * The elements of a distributed array that lie on one rank.
 *
 * @param layout BLOCK or CYCLIC
 * @param global how many elements all ranks have together
 * @param rank whose share it is
 * @param ranks how many ranks share
 */
public record Share(Layout layout, long global, int rank, int ranks) {
  /** How data is dealt out to ranks. */
  public enum Layout {
    /** Stretches as equal as can be; the first ranks have one element more. */
    BLOCK,
    /** One element to each rank in turn. */
    CYCLIC,
    /** All ranks have the same. */
    REPLICATED,
    /** Each rank has something of its own. */
    LOCAL
  }

  /** Throws IllegalArgumentException unless it is the share of a rank in a distribution. */
  public Share {
    if (layout != Layout.BLOCK && layout != Layout.CYCLIC) {
      throw new IllegalArgumentException("only BLOCK and CYCLIC deal elements out, not " + layout);
    }
    if (global < 0) {
      throw new IllegalArgumentException("an array of " + global + " elements");
    }
    Objects.checkIndex(rank, ranks);
  }

  /** The stretch of a rank of {@code comm} in an array of {@code global} elements. */
  public static Share block(long global, Communicator comm) {
    return new Share(Layout.BLOCK, global, comm.rank(), comm.size());
  }

  /** Every so many'th element, from the rank's number on. */
  public static Share cyclic(long global, Communicator comm) {
    return new Share(Layout.CYCLIC, global, comm.rank(), comm.size());
  }

  /** How many elements it has. */
  public long length() {
    return global / ranks + (rank < global % ranks ? 1 : 0);
  }

  /** As {@link #length}, for an array. */
  public int intLength() {
    return Math.toIntExact(length());
  }

  /** The index of its first element in the whole array; if it has none, where it would be. */
  public long first() {
    return layout == Layout.CYCLIC ? rank : global / ranks * rank + Math.min(rank, global % ranks);
  }

  /** How far its elements are from each other in the whole array. */
  public long step() {
    return layout == Layout.CYCLIC ? ranks : 1;
  }

  /** The index in the whole array of the element that has the index {@code local} here. */
  public long global(long local) {
    return first() + Objects.checkIndex(local, length()) * step();
  }

  /** The rank that has an element of the whole array. */
  public int owner(long index) {
    Objects.checkIndex(index, global);
    if (layout == Layout.CYCLIC) {
      return (int) (index % ranks);
    }
    long shorter = global / ranks;
    long longer = global % ranks;
    long ofLonger = longer * (shorter + 1);
    return (int) (index < ofLonger ? index / (shorter + 1) : longer + (index - ofLonger) / shorter);
  }
}
