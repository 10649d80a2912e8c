package mpi;

/** Two APIs are named {@code mpi}: a class path can have one of them. */
final class Jars {
  /** A class that only MPJ Express and mpiJava have. */
  private static final String OF_MPJ_EXPRESS = "mpi/User_function.class";

  private Jars() {}

  /**
   * Refuses to go on when the other API is on the class path too: whichever class is found first,
   * calls would meet the wrong one.
   */
  static void requireOne() {
    var other = Jars.class.getResource("/" + OF_MPJ_EXPRESS);
    if (other != null) {
      throw new LinkageError(
          "two APIs named mpi are on the class path: Open MPI's (purempi-compat-openmpi), and MPJ"
              + " Express's at "
              + other
              + "; leave the one that the program was written for");
    }
  }
}
