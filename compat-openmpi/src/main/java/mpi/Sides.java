package mpi;

import org.purempi.Communicator;
import org.purempi.Intercommunicator;

/** Which part this rank has in a collective with a root, in one group or between two. */
final class Sides {
  private Sides() {}

  /** The ranks that this one exchanges data with. */
  static int partners(Communicator c) {
    return c instanceof Intercommunicator between ? between.remoteSize() : c.size();
  }

  /** Whether this rank is the root. */
  static boolean isRoot(Communicator c, int root) {
    return root == (c.testInter() ? MPI.ROOT : c.rank());
  }

  /** Whether this rank has a buffer of its own beside the root's. */
  static boolean takesPart(Communicator c, int root) {
    return !c.testInter() || (root != MPI.ROOT && root != MPI.PROC_NULL);
  }
}
