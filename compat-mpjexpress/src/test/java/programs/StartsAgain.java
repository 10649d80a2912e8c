package programs;

import mpi.MPI;

/** Starts and ends three times, as programs that run one test after the other do. */
public final class StartsAgain {
  private StartsAgain() {}

  /** The first argument, if any, is the round in which the last rank throws. */
  public static void main(String[] args) {
    for (int round = 0; round < 3; round++) {
      Check.same(false, MPI.Initialized());
      String[] own = MPI.Init(args);
      Check.same(true, MPI.Initialized());
      int me = MPI.COMM_WORLD.Rank();
      int size = MPI.COMM_WORLD.Size();
      if (own.length > 0 && Integer.parseInt(own[0]) == round && me == size - 1) {
        throw new IllegalStateException("boom");
      }
      Check.same(0, MPI.COMM_SELF.Rank());
      Object[] sum = new Object[] {round + me};
      MPI.COMM_WORLD.Bcast(sum, 0, 1, MPI.OBJECT, size - 1);
      Check.same(new Object[] {round + size - 1}, sum);
      MPI.Buffer_attach(java.nio.ByteBuffer.allocateDirect(1000));
      MPI.COMM_WORLD.Bsend(new int[] {round}, 0, 1, MPI.INT, (me + 1) % size, 1);
      int[] x = new int[1];
      MPI.COMM_WORLD.Recv(x, 0, 1, MPI.INT, MPI.ANY_SOURCE, 1);
      Check.same(new int[] {round}, x);
      MPI.Finalize();
      Check.same(false, MPI.Initialized());
      if (me == 0) {
        System.out.println("round " + round);
      }
    }
  }
}
