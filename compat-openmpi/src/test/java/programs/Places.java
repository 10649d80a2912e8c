package programs;

import java.nio.IntBuffer;
import java.util.Arrays;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/** Places that are larger than what arrives there, a rank's own too. */
public class Places {
  private static final int EMPTY = -1;

  private static Intracomm world;
  private static int rank;
  private static int size;

  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    all();
    MPI.Finalize();
  }

  static void all() throws MPIException {
    world = MPI.COMM_WORLD;
    rank = world.getRank();
    size = world.getSize();
    for (int root = 0; root < size; root++) {
      equal(root);
      uneven(root);
    }
    everybody();
    exchanges();
    pairs();
    tooSmall();
  }

  private static int[] empty(int n) {
    int[] a = new int[n];
    Arrays.fill(a, EMPTY);
    return a;
  }

  private static int[] mine(int n) {
    int[] a = new int[n];
    Arrays.fill(a, rank);
    return a;
  }

  private static int[] fill(int value) {
    int[] a = new int[size];
    Arrays.fill(a, value);
    return a;
  }

  /** Rank i's elements at the beginning of a place for {@code room}. */
  private static int[] spread(int room, int[] counts) {
    int[] a = empty(room * size);
    for (int i = 0; i < size; i++) {
      Arrays.fill(a, room * i, room * i + counts[i], i);
    }
    return a;
  }

  private static int[] places(int room) {
    int[] displs = new int[size];
    Arrays.setAll(displs, i -> room * i);
    return displs;
  }

  private static int[] rising() {
    int[] counts = new int[size];
    Arrays.setAll(counts, i -> i + 1);
    return counts;
  }

  private static void equal(int root) throws MPIException {
    int[] a = empty(5 * size);
    world.gather(mine(2), 2, MPI.INT, a, 5, MPI.INT, root);
    Check.equal(rank == root ? spread(5, fill(2)) : empty(5 * size), a);
    IntBuffer b = IntBuffer.wrap(empty(5 * size));
    world.iGather(IntBuffer.wrap(mine(2)), 2, MPI.INT, b, 5, MPI.INT, root).waitFor();
    Check.equal(rank == root ? spread(5, fill(2)) : empty(5 * size), b.array());
    // One array for both.
    a = empty(5 * size);
    Arrays.fill(a, 0, 2, rank);
    world.gather(a, 2, MPI.INT, a, 5, MPI.INT, root);
    Check.that(rank != root || a[5 * rank] == rank, "gathered");
  }

  private static void uneven(int root) throws MPIException {
    int room = size + 2;
    int[] a = empty(room * size);
    world.gatherv(mine(rank + 1), rank + 1, MPI.INT, a, fill(room), places(room), MPI.INT, root);
    Check.equal(rank == root ? spread(room, rising()) : empty(room * size), a);
    int[] part = empty(room);
    int[] from = spread(room, rising());
    world.scatterv(from, rising(), places(room), MPI.INT, part, room, MPI.INT, root);
    int[] expected = empty(room);
    Arrays.fill(expected, 0, rank + 1, rank);
    Check.equal(expected, part);
    // One array for both, and none for one rank.
    int[] counts = rising();
    counts[root] = 0;
    int expects = rank == root ? room : rank + 2;
    world.scatterv(from, counts, places(room), MPI.INT, from, expects, MPI.INT, root);
    Check.equal(rank == root ? 0 : rank, from[0]);
  }

  private static void everybody() throws MPIException {
    int[] a = empty(5 * size);
    world.allGather(mine(2), 2, MPI.INT, a, 5, MPI.INT);
    Check.equal(spread(5, fill(2)), a);
    // The last one has less, or nothing, to give.
    for (int less = 0; less < 2; less++) {
      int[] counts = fill(2);
      counts[size - 1] = less;
      a = empty(2 * size);
      world.allGather(mine(2), counts[rank], MPI.INT, a, 2, MPI.INT);
      Check.equal(spread(2, counts), a);
      a = empty(3 * size);
      world.allGatherv(mine(2), counts[rank], MPI.INT, a, fill(3), places(3), MPI.INT);
      Check.equal(spread(3, counts), a);
    }
    IntBuffer b = MPI.newIntBuffer(5 * size);
    b.put(0, empty(5 * size));
    world.iAllGather(IntBuffer.wrap(mine(2)), 2, MPI.INT, b, 5, MPI.INT).waitFor();
    for (int i = 0; i < 5 * size; i++) {
      Check.equal(spread(5, fill(2))[i], b.get(i));
    }
  }

  private static void exchanges() throws MPIException {
    int[] a = empty(3 * size);
    world.allToAll(mine(2 * size), 2, MPI.INT, a, 3, MPI.INT);
    Check.equal(spread(3, fill(2)), a);
    int room = size + 1;
    a = empty(room * size);
    int[] zeros = new int[size];
    int[] counts = fill(rank + 1);
    world.allToAllv(mine(rank + 1), counts, zeros, MPI.INT, a, fill(room), places(room), MPI.INT);
    Check.equal(spread(room, rising()), a);
    a = empty(room * size);
    Datatype[] types = new Datatype[size];
    Arrays.fill(types, MPI.INT);
    int[] bytes = places(Integer.BYTES * room);
    world.allToAllw(mine(rank + 1), counts, zeros, types, a, fill(room), bytes, types);
    Check.equal(spread(room, rising()), a);
  }

  /** Places counted in elements of another type, with gaps. */
  private static void pairs() throws MPIException {
    Datatype pair = Datatype.createVector(2, 1, 2, MPI.INT);
    pair.commit();
    int[] a = empty(6 * size);
    world.allToAll(mine(2 * size), 2, MPI.INT, a, 2, pair);
    for (int i = 0; i < size; i++) {
      Check.equal(
          new int[] {i, EMPTY, i, EMPTY, EMPTY, EMPTY}, Arrays.copyOfRange(a, 6 * i, 6 * i + 6));
    }
    pair.free();
  }

  private static void tooSmall() throws MPIException {
    world.setErrhandler(MPI.ERRORS_RETURN);
    int[] a = mine(2 * size);
    Check.fails(MPI.ERR_COUNT, () -> world.allToAll(a, 2, MPI.INT, new int[size], 1, MPI.INT));
    Check.fails(MPI.ERR_COUNT, () -> world.allGather(a, 2, MPI.INT, new int[size], 1, MPI.INT));
    world.setErrhandler(MPI.ERRORS_ARE_FATAL);
  }
}
