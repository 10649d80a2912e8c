package mpi;

import java.lang.foreign.MemorySegment;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** This rank's environment, from {@code MPI.Init} on. */
final class Home {
  private static volatile @Nullable Mpi mpi;
  private static byte @Nullable [] attached;

  /** The longest message that a buffered send copies without a buffer. */
  private static final int SHORT_BYTES = 4096;

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
    ErrorHandler onErrors = initialHandler(environment.get("mpi_initial_errhandler").orElse(""));
    started.world().setErrhandler(onErrors);
    started.self().setErrhandler(onErrors);
    MPI.COMM_WORLD.begin(started.world());
    MPI.COMM_SELF.begin(started.self());
    // In this API it is the number of all ranks, also where they are threads of one process.
    String size = Integer.toString(started.world().size());
    MPI.INFO_ENV.begin(
        environment
            .with("maxprocs", size)
            .with("soft", size)
            .with("host", started.processorName())
            .with("ompi_np", size)
            .with("ompi_num_apps", "1")
            .with("ompi_first_rank", "0"));
    mpi = started;
  }

  private static ErrorHandler initialHandler(String name) {
    Errhandler handler =
        switch (name) {
          case "mpi_errors_return" -> MPI.ERRORS_RETURN;
          case "mpi_errors_abort" -> MPI.ERRORS_ABORT;
          default -> MPI.ERRORS_ARE_FATAL;
        };
    return handler.core();
  }

  /**
   * Whether a buffered send of this does without the program's buffer. Open MPI sends so much on
   * the spot, whether or not there is a buffer and how large it is, and programs rely on it.
   */
  static boolean needsNoBuffer(Buf message) {
    return message.bytes() <= SHORT_BYTES;
  }

  /** The data of a message, apart from the program's. */
  static Buf copyOf(Communicator c, Buf message) {
    byte[] copy = new byte[Math.toIntExact(c.packSize(message.count(), message.datatype()))];
    long bytes = c.pack(message, Buf.of(copy), 0);
    return Buf.of(copy, 0, bytes, org.purempi.Datatype.PACKED);
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
