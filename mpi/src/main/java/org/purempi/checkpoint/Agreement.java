package org.purempi.checkpoint;

import org.jspecify.annotations.Nullable;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.ProcessFailedException;
import org.purempi.RevokedException;

/** All ranks learn what is wrong on one. */
final class Agreement {
  private Agreement() {}

  /**
   * What is wrong on the first rank on which something is; null if nothing is. Collective.
   *
   * @param problem what is wrong here, or null
   */
  static @Nullable String problem(Communicator comm, @Nullable String problem) {
    int none = comm.size();
    int first = comm.allreduce(problem == null ? none : comm.rank(), Op.MIN);
    if (first == none) {
      return null;
    }
    String words = comm.rank() == first ? "rank " + first + ": " + problem : null;
    return comm.bcastObject(words, String.class, first);
  }

  /** Throws on all ranks if something is wrong on one. Collective. */
  static void require(Communicator comm, @Nullable Exception problem) {
    String words = problem(comm, problem == null ? null : words(problem));
    if (words != null) {
      throw exception(words, problem);
    }
  }

  /**
   * What all ranks throw.
   *
   * @param words what is wrong, on whichever rank
   * @param problem what is wrong here, or null
   */
  static MpiException exception(String words, @Nullable Exception problem) {
    if (problem instanceof ProcessFailedException || problem instanceof RevokedException) {
      return (MpiException) problem;
    }
    ErrorClass its = problem instanceof MpiException mpi ? mpi.errorClass() : ErrorClass.OTHER;
    return new MpiException(its, words, problem);
  }

  static String words(Throwable problem) {
    String message = problem.getMessage();
    return message == null ? problem.toString() : message;
  }
}
