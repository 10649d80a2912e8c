package org.purempi.abi;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Info;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Session;
import org.purempi.check.Check;

/** The C program as a rank: its environment, from {@code MPI_Init} to {@code MPI_Finalize}. */
final class Program {
  private static volatile @Nullable Mpi mpi;
  private static volatile @Nullable CommHandle world;
  private static volatile @Nullable CommHandle self;
  private static @Nullable Session session;
  private static volatile boolean isFinalized;

  private Program() {}

  static synchronized void init() {
    if (mpi != null || isFinalized) {
      throw new MpiArgumentException(
          ErrorClass.OTHER, "MPI_Init was called twice: a process begins MPI once");
    }
    if (Check.ON) {
      Check.places(Helpers::where);
    }
    Mpi begun = Mpi.init();
    mpi = begun;
    world = known(Constants.COMM_WORLD, begun.world(), "MPI_COMM_WORLD");
    self = known(Constants.COMM_SELF, begun.self(), "MPI_COMM_SELF");
    Table.INFOS.give(Constants.INFO_ENV, new Table.InfoHandle(Info.createEnv()));
    Helpers.state(1);
  }

  private static CommHandle known(int handle, Communicator communicator, String name) {
    communicator.setErrhandler(org.purempi.ErrorHandler.RETURN);
    CommHandle known = new CommHandle(communicator, initialHandler());
    known.handle = handle;
    known.name = name;
    Table.COMMS.give(handle, known);
    return known;
  }

  static synchronized void end() {
    CommHandle s = self;
    if (s == null) {
      throw new MpiArgumentException(
          ErrorClass.OTHER,
          isFinalized ? "MPI_Finalize was called twice" : "MPI_Finalize before MPI_Init");
    }
    s.attributes.deleteAll(s.handle);
    CommHandle w = world;
    if (w != null) {
      w.attributes.deleteAll(w.handle);
    }
    Session beside = session;
    if (beside != null) {
      beside.close();
      session = null;
    }
    if (Check.ON && w != null) {
      Datatypes.tellOfLeaks(w.rank());
    }
    mpi().close();
    mpi = null;
    self = null;
    world = null;
    isFinalized = true;
    Table.COMMS.give(Constants.COMM_WORLD, null);
    Table.COMMS.give(Constants.COMM_SELF, null);
    Helpers.state(2);
  }

  /** The environment; an error before MPI_Init and after MPI_Finalize. */
  static Mpi mpi() {
    Mpi m = mpi;
    if (m == null) {
      throw new MpiArgumentException(
          ErrorClass.OTHER,
          isFinalized
              ? "MPI has been finalized"
              : "MPI has not been initialized: call MPI_Init first");
    }
    return m;
  }

  /** Whether MPI has begun, by MPI_Init or a session. */
  static boolean hasBegun() {
    return mpi != null || isFinalized || Table.SESSIONS.first() != null;
  }

  static @Nullable Mpi mpiIfThere() {
    return mpi;
  }

  /** A session beside the world, for groups of the world. */
  static synchronized Session session() {
    Session s = session;
    if (s == null) {
      s = mpi().session();
      session = s;
    }
    return s;
  }

  /** {@code MPI_COMM_SELF}; an error before MPI_Init and after MPI_Finalize. */
  static CommHandle selfThere() {
    CommHandle s = self;
    if (s == null) {
      Mpi unused = mpi();
      throw new MpiArgumentException(ErrorClass.COMM, "there is no MPI_COMM_SELF");
    }
    return s;
  }

  static @Nullable CommHandle self() {
    return self;
  }

  static @Nullable CommHandle world() {
    return world;
  }

  /** What {@code mpiexec -initial-errhandler} says (section 11.2.1). */
  static ErrorHandlerHandle initialHandler() {
    return switch (String.valueOf(System.getenv("PUREMPI_INITIAL_ERRHANDLER"))) {
      case "mpi_errors_return" -> ErrorHandlerHandle.RETURN;
      case "mpi_errors_abort" -> ErrorHandlerHandle.ABORT;
      default -> ErrorHandlerHandle.FATAL;
    };
  }

  /** An error is fatal: the job ends. */
  static void die(@Nullable Owner owner, int code, String message) {
    CommHandle w = world;
    String rank = w == null ? "" : "rank " + w.rank() + ": ";
    String on = owner == null ? "" : " on " + owner;
    String where = Helpers.where();
    String place = where.isEmpty() ? "" : ", called in " + where;
    System.out.flush();
    System.err.println(
        "purempi: "
            + rank
            + "error "
            + ErrorTexts.className(code)
            + on
            + place
            + "\n  "
            + message
            + "\n"
            + "  Errors are fatal here; MPI_ERRORS_RETURN as error handler lets calls return"
            + " them.");
    System.err.flush();
    Mpi m = mpi;
    if (m != null) {
      throw m.abort(code);
    }
    Helpers.leave(code);
  }
}
