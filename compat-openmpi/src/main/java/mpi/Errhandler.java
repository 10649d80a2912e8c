package mpi;

import org.purempi.ErrorHandler;

/** What happens on an error: {@link MPI#ERRORS_RETURN} and the like. */
public final class Errhandler {
  private final ErrorHandler core;

  Errhandler(ErrorHandler core) {
    this.core = core;
  }

  ErrorHandler core() {
    return core;
  }

  /** The constant that stands for a handler. */
  static Errhandler of(ErrorHandler core) {
    return core == MPI.ERRORS_ARE_FATAL.core
        ? MPI.ERRORS_ARE_FATAL
        : core == MPI.ERRORS_ABORT.core ? MPI.ERRORS_ABORT : MPI.ERRORS_RETURN;
  }
}
