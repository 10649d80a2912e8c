/* The trivial program whose start-up is timed: start MPI, end MPI. */
#include <mpi.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  return MPI_Finalize();
}
