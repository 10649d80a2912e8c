package mpi;

import org.purempi.Intercommunicator;

/**
 * Two groups of ranks that talk to each other (MPI 4.1, section 7.6): messages go to and come from
 * ranks of the remote group.
 */
public class Intercomm extends Comm {
  private final Intercommunicator inter;

  Intercomm(Intercommunicator inter) {
    super(inter);
    this.inter = inter;
    group = new Group(inter.remoteGroup());
  }

  /** The number of ranks of the other group (section 7.6.1). */
  public int Remote_size() throws MPIException {
    return Errors.get(inter::remoteSize);
  }

  /** The other group (section 7.6.1). */
  public Group Remote_group() throws MPIException {
    return Errors.get(() -> new Group(inter.remoteGroup()));
  }

  /**
   * One communicator of both groups; collective over both (section 7.6.2).
   *
   * @param high whether this rank's group comes second
   */
  public Intracomm Merge(boolean high) throws MPIException {
    return Errors.get(() -> new Intracomm(inter.merge(high)));
  }
}
