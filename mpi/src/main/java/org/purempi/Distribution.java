package org.purempi;

/** How one dimension of an array is dealt out to ranks (section 5.1.4). */
public enum Distribution {
  /** Not at all ({@code MPI_DISTRIBUTE_NONE}). */
  NONE,
  /** One block for each rank ({@code MPI_DISTRIBUTE_BLOCK}). */
  BLOCK,
  /** Blocks dealt out in turn ({@code MPI_DISTRIBUTE_CYCLIC}). */
  CYCLIC;

  /**
   * The block length that the distribution itself implies ({@code MPI_DISTRIBUTE_DFLT_DARG}): equal
   * blocks for BLOCK, 1 for CYCLIC.
   */
  public static final int DFLT_DARG = -1;
}
