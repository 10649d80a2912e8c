/* Collectives that combine (sections 6.9 to 6.11), with and without MPI_IN_PLACE. */
#include "check.h"

static int rank, size;

static int sum_below(int n) { return n * (n - 1) / 2; }

static void reduce(int root, int in_place) {
  int mine[3] = {rank, 1, -rank};
  int all[3] = {rank, 1, -rank};
  if (rank != root)
    MPI_Reduce(mine, (void *) 8, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  else
    MPI_Reduce(in_place ? MPI_IN_PLACE : mine, all, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
  if (rank == root)
    CHECK(all[0] == sum_below(size) && all[1] == size && all[2] == -sum_below(size));
}

static void allreduce(int in_place) {
  double mine[2] = {rank, -rank};
  double all[2] = {rank, -rank};
  MPI_Allreduce(in_place ? MPI_IN_PLACE : mine, all, 2, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  CHECK(all[0] == size - 1 && all[1] == 0);
  struct {
    double value;
    int at;
  } low = {-rank, rank}, lowest;
  MPI_Allreduce(&low, &lowest, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD);
  CHECK(lowest.value == 1 - size && lowest.at == size - 1);
}

static void scan(int in_place) {
  int mine = rank + 1;
  int all = rank + 1;
  MPI_Scan(in_place ? MPI_IN_PLACE : &mine, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(all == sum_below(rank + 2));
}

/* The first rank's receive buffer stays as it is; without MPI_IN_PLACE it need not be one. */
static void exscan(int in_place) {
  int mine = rank + 1;
  int before = rank + 1;
  MPI_Exscan(in_place ? MPI_IN_PLACE : &mine, rank == 0 && !in_place ? NULL : &before, 1, MPI_INT,
             MPI_SUM, MPI_COMM_WORLD);
  CHECK(before == (rank == 0 ? 1 : sum_below(rank + 1)));
}

static void reduce_scatter_block(int in_place) {
  int *mine = malloc(2 * size * sizeof *mine);
  int *part = malloc(2 * size * sizeof *part);
  for (int i = 0; i < 2 * size; i++)
    mine[i] = part[i] = rank + i;
  MPI_Reduce_scatter_block(in_place ? MPI_IN_PLACE : mine, part, 2, MPI_INT, MPI_SUM,
                           MPI_COMM_WORLD);
  for (int k = 0; k < 2; k++)
    CHECK(part[k] == sum_below(size) + size * (2 * rank + k));
  free(mine), free(part);
}

/* Rank i gets i elements; the first one nothing. */
static void reduce_scatter(int in_place) {
  int total = sum_below(size);
  int *mine = malloc((total + 1) * sizeof *mine);
  int *part = malloc((total + 1) * sizeof *part);
  int *counts = malloc(size * sizeof *counts);
  for (int i = 0; i < size; i++)
    counts[i] = i;
  for (int i = 0; i < total; i++)
    mine[i] = part[i] = rank + i;
  MPI_Reduce_scatter(in_place ? MPI_IN_PLACE : mine, part, counts, MPI_INT, MPI_SUM,
                     MPI_COMM_WORLD);
  for (int k = 0; k < rank; k++)
    CHECK(part[k] == sum_below(size) + size * (sum_below(rank) + k));
  free(mine), free(part), free(counts);
}

static void reduce_local(void) {
  unsigned in[3] = {1, 2, 4};
  unsigned inout[3] = {8, 2, 1};
  MPI_Reduce_local(in, inout, 3, MPI_UNSIGNED, MPI_BOR);
  CHECK(inout[0] == 9 && inout[1] == 2 && inout[2] == 5);
  CHECK(in[0] == 1 && in[1] == 2 && in[2] == 4);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  for (int in_place = 0; in_place < 2; in_place++) {
    for (int root = 0; root < size; root++)
      reduce(root, in_place);
    allreduce(in_place);
    scan(in_place);
    exscan(in_place);
    reduce_scatter_block(in_place);
    reduce_scatter(in_place);
  }
  reduce_local();
  return check_end();
}
