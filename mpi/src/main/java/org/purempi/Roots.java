package org.purempi;

/** What the calls on one value ask of the communicator that they are made on. */
final class Roots {
  private Roots() {}

  private static Communicator communicator(Collectives of) {
    return (Communicator) of; // nothing else is one
  }

  /** Whether this rank is the one that a rooted collective gives its result to. */
  static boolean isRoot(Collectives of, int root) {
    Communicator c = communicator(of);
    return c.testInter() ? root == Mpi.ROOT : root == c.rank();
  }

  /** How many values a gather brings to this rank. */
  static int sources(Collectives of, int root) {
    return isRoot(of, root) ? size(of) : 0;
  }

  /** How many ranks' values an allgather brings. */
  static int size(Collectives of) {
    return communicator(of) instanceof Intercommunicator both
        ? both.remoteSize()
        : communicator(of).size();
  }

  /** Whether no rank is before this one. */
  static boolean isFirst(Collectives of) {
    return communicator(of).rank() == 0;
  }
}
