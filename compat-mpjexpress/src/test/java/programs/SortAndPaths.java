package programs;

import java.util.Arrays;
import mpi.*;

/**
 * Odd-even sorting, shortest paths (Floyd-Warshall) and a ring of greetings, as course work has
 * them.
 */
public class SortAndPaths {
  static Intracomm world;
  static int rank, size;

  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    world = MPI.COMM_WORLD;
    rank = world.Rank();
    size = world.Size();
    sort();
    floyd();
    ring();
    MPI.Finalize();
  }

  static void sort() {
    int n = 8;
    int[] mine = new int[n];
    for (int i = 0; i < n; i++) mine[i] = (rank * n + i) * 7919 % 1000;
    Arrays.sort(mine);
    int[] other = new int[n];
    for (int phase = 0; phase < size; phase++) {
      int partner = (phase + rank) % 2 == 0 ? rank + 1 : rank - 1;
      if (partner < 0 || partner >= size) continue;
      world.Sendrecv(mine, 0, n, MPI.INT, partner, phase, other, 0, n, MPI.INT, partner, phase);
      int[] both = Arrays.copyOf(mine, 2 * n);
      System.arraycopy(other, 0, both, n, n);
      Arrays.sort(both);
      mine = Arrays.copyOfRange(both, rank < partner ? 0 : n, rank < partner ? n : 2 * n);
    }
    int[] all = new int[n * size];
    world.Gather(mine, 0, n, MPI.INT, all, 0, n, MPI.INT, 0);
    int[] sorted = all.clone();
    Arrays.sort(sorted);
    if (rank == 0) System.out.println(Arrays.equals(all, sorted) ? "sorted" : "not sorted");
  }

  static void floyd() {
    int n = 4 * size;
    int rows = n / size;
    int far = 1000000;
    int[] d = new int[rows * n];
    for (int i = 0; i < rows; i++) {
      int from = rank * rows + i;
      for (int j = 0; j < n; j++) d[i * n + j] = j == from ? 0 : j == (from + 1) % n ? 1 : far;
    }
    int[] row = new int[n];
    for (int k = 0; k < n; k++) {
      int owner = k / rows;
      if (rank == owner) System.arraycopy(d, k % rows * n, row, 0, n);
      world.Bcast(row, 0, n, MPI.INT, owner);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < n; j++) {
          d[i * n + j] = Math.min(d[i * n + j], d[i * n + k] + row[j]);
        }
      }
    }
    int[] longest = new int[1];
    int[] mine = {Arrays.stream(d).max().getAsInt()};
    world.Allreduce(mine, 0, longest, 0, 1, MPI.INT, MPI.MAX);
    if (rank == 0) System.out.println(longest[0] == n - 1 ? "paths" : "wrong paths");
  }

  static void ring() {
    Object[] words = new Object[1];
    if (rank == 0) {
      words[0] = "0";
      world.Send(words, 0, 1, MPI.OBJECT, 1 % size, 5);
      world.Recv(words, 0, 1, MPI.OBJECT, size - 1, 5);
      System.out.println("ring " + words[0]);
    } else {
      world.Recv(words, 0, 1, MPI.OBJECT, rank - 1, 5);
      words[0] = words[0] + " " + rank;
      world.Send(words, 0, 1, MPI.OBJECT, (rank + 1) % size, 5);
    }
  }
}
