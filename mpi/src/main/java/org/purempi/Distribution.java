package org.purempi;

/** How one dimension of an array is dealt out to ranks (section 5.1.4). */
public enum Distribution {
  /** Not at all ({@code MPI_DISTRIBUTE_NONE}). */
  NONE(0),
  /** One block for each rank ({@code MPI_DISTRIBUTE_BLOCK}). */
  BLOCK(1),
  /** Blocks dealt out in turn ({@code MPI_DISTRIBUTE_CYCLIC}). */
  CYCLIC(2);

  /**
   * The block length that the distribution itself implies ({@code MPI_DISTRIBUTE_DFLT_DARG}): equal
   * blocks for BLOCK, 1 for CYCLIC.
   */
  public static final int DFLT_DARG = -1;

  private final int code;

  Distribution(int code) {
    this.code = code;
  }

  /** What stands for it among {@link Contents#integers}. */
  public int code() {
    return code;
  }

  /** The distribution that a number in {@link Contents#integers} stands for. */
  public static Distribution of(int code) {
    return switch (code) {
      case 0 -> NONE;
      case 1 -> BLOCK;
      default -> CYCLIC;
    };
  }
}
