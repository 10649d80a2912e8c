package mpi;

/** What {@link Cartcomm#Shift} answers; {@code MPI.PROC_NULL} beyond the edge. */
public class ShiftParms {
  /** The rank to receive from. */
  public int rank_source;

  /** The rank to send to. */
  public int rank_dest;

  ShiftParms(int source, int dest) {
    this.rank_source = source;
    this.rank_dest = dest;
  }
}
