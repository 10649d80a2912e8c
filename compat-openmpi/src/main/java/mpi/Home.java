package mpi;

import java.lang.foreign.MemorySegment;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** This rank's environment, from {@code MPI.Init} on. */
final class Home {
  private static volatile @Nullable Mpi mpi;
  private static byte @Nullable [] attached;
  private static boolean selfHasOwnHandler;

  private Home() {}

  /** The environment. */
  static Mpi mpi() throws MPIException {
    Mpi started = mpi;
    if (started == null) {
      throw new MPIException(ErrorClass.OTHER, "MPI.Init has not been called");
    }
    return started;
  }

  static boolean started() {
    return mpi != null;
  }

  static boolean ended() {
    Mpi started = mpi;
    return started != null && started.isFinalized();
  }

  /** Starts MPI; errors are fatal unless mpiexec was told otherwise (section 9.3). */
  static void start(String[] args) throws MPIException {
    Mpi started = Failures.get(() -> Mpi.init(args));
    org.purempi.Info environment = org.purempi.Info.createEnv(args);
    if (environment.get("mpi_initial_errhandler").isEmpty()) {
      started.world().setErrhandler(ErrorHandler.FATAL);
      started.self().setErrhandler(ErrorHandler.FATAL);
    }
    MPI.COMM_WORLD.begin(started.world());
    MPI.COMM_SELF.begin(started.self());
    // In this API it is the number of all ranks, also where they are threads of one process.
    String size = Integer.toString(started.world().size());
    MPI.INFO_ENV.begin(
        environment
            .with("maxprocs", size)
            .with("soft", size)
            .with("host", started.processorName()));
    mpi = started;
  }

  /**
   * Errors of calls without a communicator go to COMM_SELF, but programs for versions of the
   * Standard before 4.0 expect COMM_WORLD: so the handler that COMM_WORLD is given is COMM_SELF's
   * too, until it gets one of its own.
   */
  static synchronized void handlerSet(Comm of) throws MPIException {
    if (of == MPI.COMM_SELF) {
      selfHasOwnHandler = true;
    } else if (of == MPI.COMM_WORLD && !selfHasOwnHandler) {
      mpi().self().setErrhandler(mpi().world().getErrhandler());
    }
  }

  static synchronized void attach(byte[] buffer) throws MPIException {
    Mpi m = mpi();
    Failures.run(() -> m.bufferAttach(MemorySegment.ofArray(buffer)));
    attached = buffer;
  }

  static synchronized byte[] detach() throws MPIException {
    Mpi m = mpi();
    byte[] buffer = attached;
    if (buffer == null) {
      throw Failures.at(m.self(), new MpiException(ErrorClass.BUFFER, "no buffer is attached"));
    }
    Failures.run(m::bufferDetach);
    attached = null;
    return buffer;
  }
}
