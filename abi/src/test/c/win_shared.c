/* Memory that the ranks of a host share. Any number of ranks, on one host. */
#include "check.h"

static void end_to_end(int rank, int size) {
  int *base, *first, *part;
  MPI_Aint bytes;
  MPI_Win win;
  int unit, before = 0, own = rank + 1;
  MPI_Win_allocate_shared(
      own * (MPI_Aint) sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i < own; i++) {
    base[i] = 100 * rank + i;
  }
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  MPI_Win_shared_query(win, 0, &bytes, &unit, &first);
  CHECK(bytes == sizeof(int) && unit == sizeof(int));
  for (int r = 0; r < size; r++) {
    MPI_Aint long_unit = 0;
    MPI_Win_shared_query_c(win, r, &bytes, &long_unit, &part);
    CHECK(bytes == (r + 1) * (MPI_Aint) sizeof(int) && long_unit == sizeof(int));
    CHECK(part == first + before);
    for (int i = 0; i <= r; i++) {
      CHECK(part[i] == 100 * r + i);
    }
    before += r + 1;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void lowest_with_memory(int rank, int size) {
  double *base, *found;
  MPI_Aint bytes;
  MPI_Win win;
  int unit;
  MPI_Win_allocate_shared_c(rank == size - 1 ? 80 : 0, (MPI_Aint) 8, MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &found);
  CHECK(bytes == 80 && unit == 8 && found != NULL);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    found[9] = 1.5;
  }
  MPI_Win_fence(0, win);
  CHECK(found[9] == 1.5);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  end_to_end(rank, size);
  lowest_with_memory(rank, size);
  MPI_Finalize();
  return 0;
}
