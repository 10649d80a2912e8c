/* Collectives in which everyone gives to everyone (sections 6.7 and 6.8), with and without
   MPI_IN_PLACE. */
#include "check.h"

static int rank, size;

static void allgather(int in_place) {
  int *all = malloc(2 * size * sizeof *all);
  int mine[2] = {rank, -rank};
  all[2 * rank] = rank;
  all[2 * rank + 1] = -rank;
  if (in_place)
    MPI_Allgather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 2, MPI_INT, MPI_COMM_WORLD);
  else
    MPI_Allgather(mine, 2, MPI_INT, all, 2, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    CHECK(all[2 * i] == i && all[2 * i + 1] == -i);
  free(all);
}

/* Rank i gives i + 1 elements, which lie backwards. */
static void allgatherv(int in_place) {
  int total = size * (size + 1) / 2;
  float *all = malloc(total * sizeof *all);
  float *mine = malloc((rank + 1) * sizeof *mine);
  int *counts = malloc(size * sizeof *counts);
  int *displs = malloc(size * sizeof *displs);
  for (int i = 0, at = total; i < size; i++) {
    counts[i] = i + 1;
    displs[i] = at -= i + 1;
  }
  for (int k = 0; k <= rank; k++)
    mine[k] = all[displs[rank] + k] = (float) (rank * 10 + k);
  if (in_place)
    MPI_Allgatherv(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, counts, displs, MPI_FLOAT,
                   MPI_COMM_WORLD);
  else
    MPI_Allgatherv(mine, rank + 1, MPI_FLOAT, all, counts, displs, MPI_FLOAT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    for (int k = 0; k <= i; k++)
      CHECK(all[displs[i] + k] == (float) (i * 10 + k));
  free(all), free(mine), free(counts), free(displs);
}

static void alltoall(int in_place) {
  int *out = malloc(2 * size * sizeof *out);
  int *in = malloc(2 * size * sizeof *in);
  for (int i = 0; i < 2 * size; i++)
    out[i] = in[i] = rank * 100 + i;
  if (in_place)
    MPI_Alltoall(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, in, 2, MPI_INT, MPI_COMM_WORLD);
  else
    MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    for (int k = 0; k < 2; k++)
      CHECK(in[2 * i + k] == i * 100 + 2 * rank + k);
  free(out), free(in);
}

/* Rank i gives rank j i + j elements, in slots of 2 * size; nothing is written between them. */
static void alltoallv(int in_place) {
  int slot = 2 * size;
  int *out = malloc(size * slot * sizeof *out);
  int *in = malloc(size * slot * sizeof *in);
  int *counts = malloc(size * sizeof *counts);
  int *displs = malloc(size * sizeof *displs);
  for (int i = 0; i < size * slot; i++)
    out[i] = in[i] = -1;
  for (int j = 0; j < size; j++) {
    counts[j] = rank + j;
    displs[j] = j * slot;
    for (int k = 0; k < counts[j]; k++)
      out[displs[j] + k] = in[displs[j] + k] = rank * 1000 + j * 100 + k;
  }
  if (in_place)
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, counts, displs, MPI_INT,
                  MPI_COMM_WORLD);
  else
    MPI_Alltoallv(out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, MPI_COMM_WORLD);
  for (int j = 0; j < size; j++) {
    for (int k = 0; k < counts[j]; k++)
      CHECK(in[displs[j] + k] == j * 1000 + rank * 100 + k);
    CHECK(in[displs[j] + counts[j]] == -1);
  }
  free(out), free(in), free(counts), free(displs);
}

/* An int for even ranks, a double for odd ones, nothing for oneself; displacements are bytes. */
static void alltoallw(int in_place) {
  char *out = malloc((size_t) size * 16);
  char *in = malloc((size_t) size * 16);
  int *counts = malloc(size * sizeof *counts);
  int *displs = malloc(size * sizeof *displs);
  MPI_Datatype *types = malloc(size * sizeof *types);
  for (int j = 0; j < size; j++) {
    int is_int = (rank + j) % 2 == 0;
    counts[j] = j == rank ? 0 : 1;
    displs[j] = 16 * j;
    types[j] = j == rank ? MPI_DATATYPE_NULL : is_int ? MPI_INT : MPI_DOUBLE;
    if (is_int)
      *(int *) (out + displs[j]) = *(int *) (in + displs[j]) = rank * 10 + j;
    else
      *(double *) (out + displs[j]) = *(double *) (in + displs[j]) = rank * 10 + j;
  }
  if (in_place)
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, in, counts, displs, types, MPI_COMM_WORLD);
  else
    MPI_Alltoallw(out, counts, displs, types, in, counts, displs, types, MPI_COMM_WORLD);
  for (int j = 0; j < size; j++) {
    double got = (rank + j) % 2 == 0 ? *(int *) (in + displs[j]) : *(double *) (in + displs[j]);
    CHECK(got == (j == rank ? rank * 10 + j : j * 10 + rank));
  }
  free(out), free(in), free(counts), free(displs), free(types);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  for (int in_place = 0; in_place < 2; in_place++) {
    allgather(in_place);
    allgatherv(in_place);
    alltoall(in_place);
    alltoallv(in_place);
    alltoallw(in_place);
  }
  return check_end();
}
