package programs;

import mpi.MPI;
import mpi.Request;

/** A master deals out rows with Send, workers send theirs back: the second lesson. */
public class MatrixProduct {
  static final int N = 24;

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank();
    int size = MPI.COMM_WORLD.Size();
    double[] a = new double[N * N];
    double[] b = new double[N * N];
    double[] c = new double[N * N];
    int rows = N / size;
    if (rank == 0) {
      for (int i = 0; i < N * N; i++) {
        a[i] = i % 7;
        b[i] = i % 5 - 2;
      }
      for (int r = 1; r < size; r++) {
        int[] first = {r * rows};
        MPI.COMM_WORLD.Send(first, 0, 1, MPI.INT, r, 1);
        MPI.COMM_WORLD.Send(a, r * rows * N, rows * N, MPI.DOUBLE, r, 2);
      }
    }
    MPI.COMM_WORLD.Bcast(b, 0, N * N, MPI.DOUBLE, 0);
    int[] first = new int[1];
    if (rank != 0) {
      MPI.COMM_WORLD.Recv(first, 0, 1, MPI.INT, 0, 1);
      MPI.COMM_WORLD.Recv(a, first[0] * N, rows * N, MPI.DOUBLE, 0, 2);
    }
    for (int i = first[0]; i < first[0] + rows; i++) {
      for (int j = 0; j < N; j++) {
        for (int k = 0; k < N; k++) {
          c[i * N + j] += a[i * N + k] * b[k * N + j];
        }
      }
    }
    if (rank != 0) {
      MPI.COMM_WORLD.Send(c, first[0] * N, rows * N, MPI.DOUBLE, 0, 3);
    } else {
      Request[] results = new Request[size - 1];
      for (int r = 1; r < size; r++) {
        results[r - 1] = MPI.COMM_WORLD.Irecv(c, r * rows * N, rows * N, MPI.DOUBLE, r, 3);
      }
      Request.Waitall(results);
      boolean right = true;
      for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
          double sum = 0;
          for (int k = 0; k < N; k++) {
            sum += (i * N + k) % 7 * ((k * N + j) % 5 - 2.0);
          }
          right &= sum == c[i * N + j];
        }
      }
      System.out.println(right ? "product" : "wrong");
    }
    MPI.Finalize();
  }
}
