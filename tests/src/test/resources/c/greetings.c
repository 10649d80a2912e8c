/* Greetings of all processes to process 0. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char greeting[100];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) {
    printf("Hello! Greetings from process %d of %d!\n", rank, size);
    for (int source = 1; source < size; source++) {
      MPI_Recv(greeting, sizeof greeting, MPI_CHAR, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%s\n", greeting);
    }
  } else {
    sprintf(greeting, "Greetings from process %d of %d!", rank, size);
    MPI_Send(greeting, (int) strlen(greeting) + 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return 0;
}
