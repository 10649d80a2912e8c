package org.purempi.benchmarks;

import org.purempi.Mpi;

/** The trivial program whose start-up is timed: start MPI, end MPI. The twin of start.c. */
public final class Start {

  private Start() {}

  /** Starts and ends. */
  public static void main(String[] arguments) {
    Mpi.init(arguments).close();
  }
}
