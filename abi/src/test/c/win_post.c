/* Post, start, complete, wait and test. Two ranks or more. */
#include "check.h"

static MPI_Group of(int rank) {
  MPI_Group world, one;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &rank, &one);
  MPI_Group_free(&world);
  return one;
}

int main(int argc, char **argv) {
  int rank, size, memory = -1, sent, flag = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group left = of((rank + size - 1) % size), right = of((rank + 1) % size);
  MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

  for (int round = 0; round < 4; round++) {
    sent = 10 * round + rank;
    MPI_Win_post(left, round == 1 ? MPI_MODE_NOSTORE : 0, win);
    MPI_Win_start(right, 0, win);
    MPI_Put(&sent, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    if (round % 2 == 0) {
      MPI_Win_wait(win);
    } else {
      for (flag = 0; !flag;) {
        MPI_Win_test(win, &flag);
      }
    }
    CHECK(memory == 10 * round + (rank + size - 1) % size);
  }

  /* with a promise: the other one has posted */
  MPI_Win_post(left, 0, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_start(right, MPI_MODE_NOCHECK, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);

  /* with nobody */
  MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);

  MPI_Group_free(&left);
  MPI_Group_free(&right);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
