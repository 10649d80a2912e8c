/* Memory that is attached and detached; displacements are addresses. Any number of ranks. */
#include "check.h"

#include <stdlib.h>

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int *first = malloc(4 * sizeof(int)), *second = malloc(4 * sizeof(int)), sent = 5 + rank, got;
  MPI_Aint mine[2], theirs[2];
  MPI_Win win;
  first[1] = 40 + rank;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  CHECK(MPI_Win_attach(win, first, 4 * sizeof(int)) == MPI_SUCCESS);
  CHECK(MPI_Win_attach(win, second, 4 * sizeof(int)) == MPI_SUCCESS);
  CHECK(MPI_Win_attach(win, NULL, 0) == MPI_SUCCESS);
  MPI_Get_address(first, mine);
  MPI_Get_address(second, mine + 1);
  MPI_Sendrecv(mine, 2, MPI_AINT, left, 0, theirs, 2, MPI_AINT, right, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);

  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  MPI_Get(&got, 1, MPI_INT, right, MPI_Aint_add(theirs[0], sizeof(int)), 1, MPI_INT, win);
  MPI_Put(&sent, 1, MPI_INT, right, MPI_Aint_add(theirs[1], 2 * sizeof(int)), 1, MPI_INT, win);
  MPI_Win_unlock(right, win);
  CHECK(got == 40 + right);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(second[2] == 5 + left);

  CHECK(MPI_Win_detach(win, second) == MPI_SUCCESS);
  CHECK(MPI_Win_detach(win, NULL) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
  int code = MPI_Put(&sent, 1, MPI_INT, right, theirs[1], 1, MPI_INT, win);
  if (code == MPI_SUCCESS) {
    code = MPI_Win_flush(right, win); /* at the latest */
  }
  CHECK_ERROR(code, MPI_ERR_RMA_RANGE);
  MPI_Win_unlock(right, win);
  CHECK_ERROR(MPI_Win_attach(win, first + 1, sizeof(int)), MPI_ERR_RMA_ATTACH);
  CHECK_ERROR(MPI_Win_detach(win, second), MPI_ERR_ARG);
  CHECK(MPI_Win_detach(win, first) == MPI_SUCCESS);
  MPI_Win_free(&win);
  free(first);
  free(second);
  MPI_Finalize();
  return 0;
}
