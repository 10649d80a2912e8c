/* Collectives with a root (sections 6.4 to 6.6), each with every rank as root. What has no meaning
   away from the root is garbage there, and MPI_IN_PLACE is used at the root. */
#include "check.h"

static int rank, size;

/* Arguments that must not be looked at; volatile, so that the compiler does not look either. */
static void *volatile NOWHERE = (void *) 8;
static const int *volatile NO_COUNTS = (const int *) 8;

static void bcast(int root) {
  double data[5];
  for (int i = 0; i < 5; i++)
    data[i] = rank == root ? root * 10 + i : -1;
  MPI_Bcast(data, 5, MPI_DOUBLE, root, MPI_COMM_WORLD);
  for (int i = 0; i < 5; i++)
    CHECK(data[i] == root * 10 + i);
}

static void gather(int root) {
  int mine[2] = {rank, rank + 100};
  int *all = malloc(2 * size * sizeof *all);
  if (rank == root)
    MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, root, MPI_COMM_WORLD);
  else
    MPI_Gather(mine, 2, MPI_INT, NOWHERE, -5, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  for (int i = 0; i < size && rank == root; i++)
    CHECK(all[2 * i] == i && all[2 * i + 1] == i + 100);
  free(all);
}

static void gather_in_place(int root) {
  short mine = (short) (rank * 7);
  short *all = malloc(size * sizeof *all);
  all[rank] = mine;
  if (rank == root)
    MPI_Gather(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, 1, MPI_SHORT, root, MPI_COMM_WORLD);
  else
    MPI_Gather(&mine, 1, MPI_SHORT, NULL, 0, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  for (int i = 0; i < size && rank == root; i++)
    CHECK(all[i] == i * 7);
  free(all);
}

/* Rank i gives i elements; the blocks lie backwards, with a gap before each. */
static void gatherv(int root, int in_place) {
  int room = size * (size + 1);
  int *mine = malloc((size + 1) * sizeof *mine);
  int *all = malloc(room * sizeof *all);
  int *counts = malloc(size * sizeof *counts);
  int *displs = malloc(size * sizeof *displs);
  for (int i = 0; i < room; i++)
    all[i] = -1;
  for (int i = 0; i < size; i++) {
    counts[i] = i;
    displs[i] = (size - 1 - i) * (size + 1) + 1;
  }
  for (int i = 0; i < rank; i++)
    mine[i] = all[displs[rank] + i] = rank * 100 + i;
  if (rank != root)
    MPI_Gatherv(mine, rank, MPI_INT, NOWHERE, NO_COUNTS, NO_COUNTS, MPI_DATATYPE_NULL, root,
                MPI_COMM_WORLD);
  else if (in_place)
    MPI_Gatherv(MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, all, counts, displs, MPI_INT, root,
                MPI_COMM_WORLD);
  else
    MPI_Gatherv(mine, rank, MPI_INT, all, counts, displs, MPI_INT, root, MPI_COMM_WORLD);
  for (int i = 0; i < size && rank == root; i++) {
    CHECK(all[displs[i] - 1] == -1);
    for (int k = 0; k < counts[i]; k++)
      CHECK(all[displs[i] + k] == i * 100 + k);
  }
  free(mine), free(all), free(counts), free(displs);
}

static void scatter(int root, int in_place) {
  long *all = malloc(3 * size * sizeof *all);
  long mine[3] = {-1, -1, -1};
  for (int i = 0; i < 3 * size; i++)
    all[i] = root * 1000 + i;
  if (rank != root)
    MPI_Scatter(NOWHERE, -5, MPI_DATATYPE_NULL, mine, 3, MPI_LONG, root, MPI_COMM_WORLD);
  else if (in_place)
    MPI_Scatter(all, 3, MPI_LONG, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, root, MPI_COMM_WORLD);
  else
    MPI_Scatter(all, 3, MPI_LONG, mine, 3, MPI_LONG, root, MPI_COMM_WORLD);
  for (int i = 0; i < 3 && !(rank == root && in_place); i++)
    CHECK(mine[i] == root * 1000 + 3 * rank + i);
  for (int i = 0; i < 3 * size; i++)
    CHECK(all[i] == root * 1000 + i);
  free(all);
}

/* Rank i gets i elements; the blocks overlap, which is allowed where data is only read. */
static void scatterv(int root, int in_place) {
  char *all = malloc(2 * size);
  char *mine = malloc(size + 1);
  int *counts = malloc(size * sizeof *counts);
  int *displs = malloc(size * sizeof *displs);
  for (int i = 0; i < 2 * size; i++)
    all[i] = (char) (root + i);
  for (int i = 0; i < size; i++) {
    counts[i] = i;
    displs[i] = i;
  }
  mine[rank] = 99;
  if (rank != root)
    MPI_Scatterv(NOWHERE, NO_COUNTS, NO_COUNTS, MPI_DATATYPE_NULL, mine, rank, MPI_CHAR, root,
                 MPI_COMM_WORLD);
  else if (in_place)
    MPI_Scatterv(all, counts, displs, MPI_CHAR, MPI_IN_PLACE, -1, MPI_DATATYPE_NULL, root,
                 MPI_COMM_WORLD);
  else
    MPI_Scatterv(all, counts, displs, MPI_CHAR, mine, rank, MPI_CHAR, root, MPI_COMM_WORLD);
  for (int i = 0; i < rank && !(rank == root && in_place); i++)
    CHECK(mine[i] == (char) (root + rank + i));
  CHECK(mine[rank] == 99);
  free(all), free(mine), free(counts), free(displs);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  for (int root = 0; root < size; root++) {
    bcast(root);
    gather(root);
    gather_in_place(root);
    for (int in_place = 0; in_place < 2; in_place++) {
      gatherv(root, in_place);
      scatter(root, in_place);
      scatterv(root, in_place);
    }
  }
  MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  return check_end();
}
