package programs;

import mpi.MPI;
import mpi.Status;

/**
 * Knows where it runs by its first arguments, and has no {@code MPI.Finalize}: the last message
 * comes when main has long returned.
 */
public final class GoesHome {
  private static final int TAG = 1;

  private GoesHome() {}

  public static void main(String[] args) {
    String[] own = MPI.Init(args);
    int me = Integer.parseInt(args[0]);
    int size = Integer.parseInt(args[1]);
    Check.same(MPI.COMM_WORLD.Rank(), me);
    Check.same(MPI.COMM_WORLD.Size(), size);
    Check.same(own[0], args[3]);
    MPI.COMM_WORLD.Isend(args[3].toCharArray(), 0, own[0].length(), MPI.CHAR, (me + 1) % size, TAG);
    if (me == 0) {
      new Thread(GoesHome::receive).start();
    } else {
      receive();
    }
  }

  private static void receive() {
    char[] word = new char[9];
    Status status = MPI.COMM_WORLD.Recv(word, 0, word.length, MPI.CHAR, MPI.ANY_SOURCE, TAG);
    System.out.println(new String(word, 0, status.count) + " from " + status.source);
  }
}
