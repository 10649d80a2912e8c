package mpi;

import org.purempi.ErrorHandler;

/** What happens on errors (MPI 4.1, section 9.3): {@link MPI#ERRORS_RETURN} throws them. */
public class Errhandler {
  private final ErrorHandler purempi;

  Errhandler(ErrorHandler purempi) {
    this.purempi = purempi;
  }

  ErrorHandler purempi() {
    return purempi;
  }
}
