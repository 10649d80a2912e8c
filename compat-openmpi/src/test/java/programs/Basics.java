package programs;

import java.util.Arrays;
import java.util.Random;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Status;

/** Course work: hello, a ring, pi, a matrix product, sorting, all shortest paths. */
public class Basics {
  /** Where the program begins. */
  public static void main(String[] args) throws MPIException {
    Check.that(!MPI.isInitialized(), "not before Init");
    String[] rest = MPI.Init(args);
    Check.equal(Arrays.asList("a", "b c"), Arrays.asList(rest));
    Check.that(MPI.isInitialized() && !MPI.isFinalized(), "started");
    Intracomm world = MPI.COMM_WORLD;
    int rank = world.getRank();
    int size = world.getSize();
    double start = MPI.wtime();
    hello(world, rank, size);
    ring(world, rank, size);
    pi(world, rank, size);
    matrix(world, rank, size);
    sort(world, rank, size);
    floyd(world, rank, size);
    Check.that(MPI.wtime() >= start && MPI.wtick() > 0, "time goes on");
    MPI.Finalize();
    Check.that(MPI.isInitialized() && MPI.isFinalized(), "ended");
  }

  private static void hello(Intracomm world, int rank, int size) throws MPIException {
    if (rank != 0) {
      char[] text = ("Greetings from rank " + rank).toCharArray();
      world.send(text, text.length, MPI.CHAR, 0, 7);
      return;
    }
    boolean[] heard = new boolean[size];
    for (int i = 1; i < size; i++) {
      char[] text = new char[100];
      Status status = world.recv(text, 100, MPI.CHAR, MPI.ANY_SOURCE, MPI.ANY_TAG);
      int n = status.getCount(MPI.CHAR);
      Check.equal("Greetings from rank " + status.getSource(), new String(text, 0, n));
      Check.equal(7, status.getTag());
      heard[status.getSource()] = true;
    }
    for (int i = 1; i < size; i++) {
      Check.that(heard[i], "everybody greets");
    }
  }

  private static void ring(Intracomm world, int rank, int size) throws MPIException {
    int[] token = {42};
    if (size == 1) {
      return;
    }
    if (rank == 0) {
      world.send(token, 1, MPI.INT, 1, 0);
      world.recv(token, 1, MPI.INT, size - 1, 0);
      Check.equal(42 + size - 1, token[0]);
    } else {
      world.recv(token, 1, MPI.INT, rank - 1, 0);
      token[0]++;
      world.send(token, 1, MPI.INT, (rank + 1) % size, 0);
    }
  }

  private static void pi(Intracomm world, int rank, int size) throws MPIException {
    int[] n = {rank == 0 ? 10_000 : 0};
    world.bcast(n, 1, MPI.INT, 0);
    double h = 1.0 / n[0];
    double sum = 0;
    for (int i = rank + 1; i <= n[0]; i += size) {
      double x = h * (i - 0.5);
      sum += 4.0 / (1.0 + x * x);
    }
    double[] mine = {h * sum};
    double[] pi = new double[1];
    world.reduce(mine, pi, 1, MPI.DOUBLE, MPI.SUM, 0);
    if (rank == 0) {
      Check.that(Math.abs(pi[0] - Math.PI) < 1e-7, "pi is " + pi[0]);
    }
  }

  private static void matrix(Intracomm world, int rank, int size) throws MPIException {
    int n = 4 * size;
    int rows = n / size;
    double[] a = new double[n * n];
    double[] b = new double[n * n];
    if (rank == 0) {
      Arrays.setAll(a, i -> i % 7);
      Arrays.setAll(b, i -> i % 5);
    }
    double[] part = new double[rows * n];
    double[] product = new double[rows * n];
    world.scatter(a, rows * n, MPI.DOUBLE, part, rows * n, MPI.DOUBLE, 0);
    world.bcast(b, n * n, MPI.DOUBLE, 0);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < n; k++) {
        for (int j = 0; j < n; j++) {
          product[i * n + j] += part[i * n + k] * b[k * n + j];
        }
      }
    }
    double[] c = new double[rank == 0 ? n * n : 0];
    world.gather(product, rows * n, MPI.DOUBLE, c, rows * n, MPI.DOUBLE, 0);
    if (rank == 0) {
      double expected = 0;
      for (int k = 0; k < n; k++) {
        expected += a[(n - 1) * n + k] * b[k * n + n - 2];
      }
      Check.equal(expected, c[(n - 1) * n + n - 2]);
    }
  }

  private static void sort(Intracomm world, int rank, int size) throws MPIException {
    int[] mine = new Random(rank).ints(50).toArray();
    // Odd and even pairs exchange and keep their half.
    for (int phase = 0; phase < size; phase++) {
      Arrays.sort(mine);
      int partner = (rank + phase) % 2 == 0 ? rank + 1 : rank - 1;
      if (partner < 0 || partner >= size) {
        partner = MPI.PROC_NULL;
      }
      int[] theirs = new int[mine.length];
      Status status =
          world.sendRecv(
              mine, mine.length, MPI.INT, partner, 1, theirs, theirs.length, MPI.INT, partner, 1);
      Check.equal(partner == MPI.PROC_NULL ? 0 : mine.length, status.getCount(MPI.INT));
      if (partner != MPI.PROC_NULL) {
        int[] both = Arrays.copyOf(mine, 2 * mine.length);
        System.arraycopy(theirs, 0, both, mine.length, theirs.length);
        Arrays.sort(both);
        int from = rank < partner ? 0 : mine.length;
        mine = Arrays.copyOfRange(both, from, from + mine.length);
      }
    }
    Arrays.sort(mine);
    int[] all = new int[50 * size];
    world.allGather(mine, 50, MPI.INT, all, 50, MPI.INT);
    for (int i = 1; i < all.length; i++) {
      Check.that(all[i - 1] <= all[i], "sorted");
    }
  }

  private static void floyd(Intracomm world, int rank, int size) throws MPIException {
    int n = 3 * size;
    int rows = n / size;
    int far = 1_000_000;
    int[] mine = new int[rows * n];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < n; j++) {
        int node = rank * rows + i;
        mine[i * n + j] = node == j ? 0 : j == node + 1 ? 1 : far;
      }
    }
    int[] row = new int[n];
    for (int k = 0; k < n; k++) {
      int owner = k / rows;
      if (owner == rank) {
        System.arraycopy(mine, (k % rows) * n, row, 0, n);
      }
      world.bcast(row, n, MPI.INT, owner);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < n; j++) {
          mine[i * n + j] = Math.min(mine[i * n + j], mine[i * n + k] + row[j]);
        }
      }
    }
    int node = rank * rows;
    for (int j = node; j < n; j++) {
      Check.equal(j - node, mine[j]);
    }
  }
}
