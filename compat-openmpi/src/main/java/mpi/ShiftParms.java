package mpi;

/** What {@link CartComm#shift} answers. */
public final class ShiftParms {
  private final int rankSource;
  private final int rankDest;

  ShiftParms(int rankSource, int rankDest) {
    this.rankSource = rankSource;
    this.rankDest = rankDest;
  }

  /** The rank to receive from, or {@link MPI#PROC_NULL}. */
  public int getRankSource() {
    return rankSource;
  }

  /** The rank to send to, or {@link MPI#PROC_NULL}. */
  public int getRankDest() {
    return rankDest;
  }
}
