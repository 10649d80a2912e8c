package mpi;

import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;

/** A communicator between two groups (section 7.6). */
public final class Intercomm extends Comm {
  Intercomm(@Nullable Communicator core) {
    super(core);
  }

  Intercomm(org.purempi.Request<Communicator> pending) {
    super(pending);
  }

  @Override
  public Intercomm clone() {
    return (Intercomm) super.clone();
  }

  @Override
  public Intercomm dup() throws MPIException {
    return new Intercomm(duplicate());
  }

  @Override
  public Intercomm iDup() throws MPIException {
    return new Intercomm(startDuplicate());
  }

  @Override
  public Intercomm dupWithInfo(Info info) throws MPIException {
    return new Intercomm(duplicate(info));
  }

  private Intercommunicator between() throws MPIException {
    return (Intercommunicator) live();
  }

  /** The number of ranks of the other group ({@code MPI_Comm_remote_size}). */
  public int getRemoteSize() throws MPIException {
    return between().remoteSize();
  }

  /** The other group ({@code MPI_Comm_remote_group}). */
  public Group getRemoteGroup() throws MPIException {
    return new Group(between().remoteGroup());
  }

  /** One communicator of both groups ({@code MPI_Intercomm_merge}). */
  public Intracomm merge(boolean high) throws MPIException {
    Intercommunicator c = between();
    return new Intracomm(Failures.get(() -> c.merge(high)));
  }

  /** The job that started this one, or a null handle ({@code MPI_Comm_get_parent}). */
  public static Intercomm getParent() throws MPIException {
    Mpi mpi = Home.mpi();
    return new Intercomm(Failures.get(() -> mpi.getParent()).orElse(null));
  }
}
