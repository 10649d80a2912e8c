package programs;

import mpi.MPI;

/** Programs that end badly, each in its own way. */
public final class Fails {
  private Fails() {}

  /** The first argument says how. */
  public static void main(String[] args) {
    String how = MPI.Init(args)[0];
    boolean last = MPI.COMM_WORLD.Rank() == MPI.COMM_WORLD.Size() - 1;
    switch (how) {
      case "throws" -> {
        if (last) {
          throw new IllegalStateException("boom");
        }
      }
      case "aborts" -> {
        if (last) {
          MPI.COMM_WORLD.Abort(42);
        }
      }
      case "fatal" -> {
        MPI.Errorhandler_set(MPI.ERRORS_ARE_FATAL);
        if (last) {
          try {
            MPI.COMM_WORLD.Send(new int[1], 0, 5, MPI.INT, 0, 0);
          } catch (RuntimeException e) {
            System.out.println("survived");
          }
        }
      }
      default -> throw new IllegalArgumentException(how);
    }
    MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, MPI.ANY_SOURCE, 9);
  }
}
