package org.purempi;

import java.util.List;

/**
 * One buffer for each rank, each with its own memory, count and datatype, as alltoallw takes them
 * (section 6.8).
 *
 * @param blocks rank i's block is element i
 */
public record WBuf(List<Buf> blocks) {
  /** Says that the data is taken from the receive buffer ({@code MPI_IN_PLACE}). */
  public static final WBuf IN_PLACE = new WBuf(List.of());

  /** Copies the list. */
  public WBuf {
    blocks = List.copyOf(blocks);
  }

  /** One block for each rank, in rank order. */
  public static WBuf of(Buf... blocks) {
    return new WBuf(List.of(blocks));
  }
}
