/* The integral of 4 / (1 + x * x) from 0 to 1, its strips dealt out to the ranks. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  int rank, size, strips = 1000000;
  double mine = 0, pi = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast(&strips, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = rank; i < strips; i += size) {
    double x = (i + 0.5) / strips;
    mine += 4 / (1 + x * x) / strips;
  }
  MPI_Allreduce(&mine, &pi, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("pi is %.10f on %d ranks\n", pi, size);
  MPI_Finalize();
  return fabs(pi - 3.14159265358979) > 1e-9;
}
