package org.purempi.compat.mpjexpress;

import java.net.URL;
import org.jspecify.annotations.Nullable;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** The rank's environment, which {@code MPI.Init} opens. */
public final class Environment {
  /** A class that only Open MPI's Java API has. */
  static final String OF_OPEN_MPI = "mpi/UserFunction.class";

  private static volatile @Nullable Mpi mpi;

  private Environment() {}

  /**
   * The environment of this rank.
   *
   * @throws MpiException ({@code OTHER}) before {@code MPI.Init}
   */
  public static Mpi mpi() {
    Mpi now = mpi;
    if (now == null) {
      throw new MpiException(
          ErrorClass.OTHER, "MPI has not been started in this rank: call MPI.Init(args) first");
    }
    return now;
  }

  /** Whether {@code MPI.Init} has been called. */
  public static boolean started() {
    return mpi != null;
  }

  /** {@code MPI.Init} has started this rank. */
  public static void start(Mpi environment) {
    mpi = environment;
  }

  /**
   * Refuses to run with two packages {@code mpi} on one class path: whichever class is found first,
   * calls would meet the wrong one.
   *
   * @throws MpiException ({@code OTHER}) that says where the other one is
   */
  public static void requireOneApi(ClassLoader loader) {
    URL other = loader.getResource(OF_OPEN_MPI);
    if (other != null) {
      throw new MpiException(
          ErrorClass.OTHER,
          "two APIs have a package mpi on this class path: MPJ Express's"
              + " (purempi-compat-mpjexpress), and Open MPI's at "
              + other
              + "; leave the one that the program was written for");
    }
  }
}
