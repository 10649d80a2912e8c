package programs;

import mpi.MPI;
import mpi.MPIException;

/** Several of the programs in one job. */
public class Several {
  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    Messages.all();
    Collectives.all();
    OneArray.all();
    Places.all();
    Datatypes.all();
    Fields.all();
    Communicators.all();
    Topologies.all();
    Corners.all();
    MPI.COMM_WORLD.barrier();
    if (MPI.COMM_WORLD.getRank() == 0) {
      System.out.println("all on " + MPI.COMM_WORLD.getSize());
    }
    MPI.Finalize();
  }
}
