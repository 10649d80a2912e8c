package mpi;

import org.purempi.ErrorClass;
import org.purempi.PersistentRequest;

/** A communication that can be started again and again (section 3.9). */
public final class Prequest extends Request {
  private final PersistentRequest persistent;

  Prequest(PersistentRequest persistent) {
    super(persistent);
    this.persistent = persistent;
  }

  @Override
  boolean isPersistent() {
    return true;
  }

  /** Starts it ({@code MPI_Start}). */
  public void start() throws MPIException {
    if (isNull()) {
      throw new MPIException(ErrorClass.REQUEST, "the request has been freed");
    }
    Failures.run(persistent::start);
  }

  /** Starts all, in order ({@code MPI_Startall}). */
  public static void startAll(Prequest[] requests) throws MPIException {
    for (Prequest r : requests) {
      r.start();
    }
  }
}
