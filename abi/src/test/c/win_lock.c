/* Passive access: locks, flushes and sync. Any number of ranks. */
#include "check.h"

enum { ROUNDS = 50 };

/* What each does between its locks is done by nobody else meanwhile. */
static void exclusive(int rank, int size, MPI_Win win, long *memory) {
  for (int i = 0; i < ROUNDS; i++) {
    long value;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
    MPI_Get(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_flush_local(0, win);
    value++;
    MPI_Put(&value, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    CHECK(memory[0] == (long) ROUNDS * size);
    MPI_Win_unlock(0, win);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

static void all(int rank, int size, MPI_Win win, long *memory) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  long sent = 100 + rank, got = -1;
  MPI_Win_lock_all(0, win);
  MPI_Put(&sent, 1, MPI_LONG, right, 1, 1, MPI_LONG, win);
  MPI_Win_flush(right, win);
  MPI_Get(&got, 1, MPI_LONG, right, 1, 1, MPI_LONG, win);
  MPI_Win_flush(right, win);
  CHECK(got == sent);
  MPI_Put(&sent, 1, MPI_LONG, right, 2, 1, MPI_LONG, win);
  MPI_Win_flush_local_all(win);
  MPI_Win_flush_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  CHECK(memory[1] == 100 + left);
  CHECK(memory[2] == 100 + left);
  MPI_Win_unlock_all(win);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  MPI_Win_unlock_all(win);
}

static void several(int size, MPI_Win win) {
  long got[16];
  for (int i = 0; i < size; i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, i, MPI_MODE_NOCHECK, win);
  }
  for (int i = 0; i < size; i++) {
    MPI_Get(got + i, 1, MPI_LONG, i, 1, 1, MPI_LONG, win);
  }
  for (int i = size - 1; i >= 0; i--) {
    MPI_Win_unlock(i, win);
    CHECK(got[i] == 100 + (i + size - 1) % size);
  }
  MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win);
  MPI_Win_unlock(MPI_PROC_NULL, win);
}

int main(int argc, char **argv) {
  int rank, size;
  long *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win_allocate(3 * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[0] = memory[1] = memory[2] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  exclusive(rank, size, win, memory);
  all(rank, size, win, memory);
  MPI_Barrier(MPI_COMM_WORLD);
  several(size, win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
