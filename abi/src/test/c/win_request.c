/* Operations with requests. Any number of ranks. */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int memory[4] = {0, 1, 2, 3}, sent = 10 + rank, got = -1, before = -1, one = 1;
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Request requests[4];
  MPI_Status status;
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);

  MPI_Rput(&sent, 1, MPI_INT, right, 0, 1, MPI_INT, win, requests);
  MPI_Rget(&got, 1, MPI_INT, right, 1, 1, MPI_INT, win, requests + 1);
  MPI_Raccumulate(&one, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, win, requests + 2);
  MPI_Rget_accumulate(
      &sent, 1, MPI_INT, &before, 1, MPI_INT, right, 3, 1, MPI_INT, MPI_REPLACE, win, requests + 3);
  MPI_Wait(requests + 1, &status);
  CHECK(got == 1 && requests[1] == MPI_REQUEST_NULL);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  CHECK(before == 3);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  CHECK(memory[0] == 10 + left && memory[1] == 1 && memory[2] == 3 && memory[3] == 10 + left);
  MPI_Barrier(MPI_COMM_WORLD);

  MPI_Rput_c(&one, 1, MPI_INT, right, 0, 1, MPI_INT, win, requests);
  MPI_Raccumulate_c(&one, 1, MPI_INT, right, 2, 1, MPI_INT, MPI_SUM, win, requests + 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_flush(right, win);
  MPI_Rget_c(&got, 1, MPI_INT, right, 0, 1, MPI_INT, win, requests);
  MPI_Rget_accumulate_c(NULL, 0, MPI_DATATYPE_NULL, &before, 1, MPI_INT, right, 2, 1, MPI_INT,
                        MPI_NO_OP, win, requests + 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  CHECK(got == 1 && before == 4);

  MPI_Rput(&one, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, requests);
  MPI_Rget(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win, requests + 1);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
