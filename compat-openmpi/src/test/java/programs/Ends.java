package programs;

import mpi.MPI;
import mpi.MPIException;

/** How a job ends that does not end well; the argument says how. */
public class Ends {
  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    boolean last = MPI.COMM_WORLD.getRank() == MPI.COMM_WORLD.getSize() - 1;
    if (last) {
      switch (args[0]) {
        case "throws" -> throw new IllegalStateException("on purpose");
        case "aborts" -> MPI.COMM_WORLD.abort(7);
        case "fatal" -> MPI.COMM_WORLD.send(new int[1], 1, MPI.INT, 99, 0);
        case "fatal before the call" -> MPI.COMM_WORLD.send(new int[1], 2, MPI.INT, 0, 0);
        case "fatal by hand" -> MPI.COMM_WORLD.callErrhandler(MPI.ERR_COMM);
        case "exits" -> System.exit(5);
        default -> {}
      }
    }
    MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0); // released by the end
    MPI.Finalize();
  }
}
