/* What is wrong with windows, by error class; error handlers of windows. Any number of ranks. */
#include "check.h"

static int calls, last_code;
static MPI_Win last_win;

static void handler(MPI_Win *win, int *code, ...) {
  calls++;
  last_win = *win;
  last_code = *code;
}

static void making(void) {
  MPI_Win win;
  void *base;
  char byte;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Win_create(&byte, -1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_SIZE);
  CHECK_ERROR(MPI_Win_create(NULL, 64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Win_create(&byte, 1, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_ERR_DISP);
  CHECK_ERROR(MPI_Win_allocate(-1, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), MPI_ERR_SIZE);
  CHECK_ERROR(MPI_Win_allocate_shared(8, -1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win), MPI_ERR_DISP);
  CHECK_ERROR(MPI_Win_create(&byte, 1, 1, MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
  win = MPI_WIN_NULL;
  CHECK_ERROR(MPI_Win_free(&win), MPI_ERR_WIN);
  CHECK_ERROR(MPI_Win_fence(0, win), MPI_ERR_WIN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static void epochs(MPI_Win win, int size) {
  int value = 0;
  CHECK_ERROR(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
  CHECK_ERROR(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
  CHECK_ERROR(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
  CHECK_ERROR(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
  CHECK_ERROR(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
  CHECK_ERROR(MPI_Win_lock(99, 0, 0, win), MPI_ERR_LOCKTYPE);
  CHECK_ERROR(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
  CHECK_ERROR(MPI_Win_lock(MPI_LOCK_SHARED, 0, 1 << 20, win), MPI_ERR_ASSERT);
  CHECK_ERROR(MPI_Win_fence(1, win), MPI_ERR_ASSERT);
  CHECK_ERROR(MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
}

static void access_to(MPI_Win win, int size) {
  int value = 0;
  float number = 0;
  MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
  CHECK_ERROR(MPI_Put(&value, 1, MPI_INT, size, 0, 1, MPI_INT, win), MPI_ERR_RANK);
  CHECK_ERROR(MPI_Put(&value, -1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Put(&value, 1, MPI_DATATYPE_NULL, 0, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_DATATYPE_NULL, win), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Put(&value, 1, MPI_INT, 0, -1, 1, MPI_INT, win), MPI_ERR_DISP);
  CHECK_ERROR(MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
  CHECK_ERROR(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_CHAR, win), MPI_ERR_TRUNCATE);
  CHECK_ERROR(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_OP_NULL, win), MPI_ERR_OP);
  CHECK_ERROR(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_NO_OP, win), MPI_ERR_OP);
  CHECK_ERROR(MPI_Accumulate(&number, 1, MPI_FLOAT, 0, 0, 1, MPI_FLOAT, MPI_BXOR, win), MPI_ERR_OP);
  CHECK_ERROR(MPI_Compare_and_swap(&number, &number, &number, MPI_FLOAT, 0, 0, win), MPI_ERR_TYPE);
  MPI_Win_unlock(0, win);
}

static void handlers(MPI_Win win) {
  MPI_Errhandler own, found;
  MPI_Win_create_errhandler(handler, &own);
  MPI_Win_set_errhandler(win, own);
  MPI_Win_get_errhandler(win, &found);
  MPI_Errhandler_free(&own);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  MPI_Win_set_errhandler(win, found); /* it outlives the handle that was freed */
  MPI_Errhandler_free(&found);
  CHECK_ERROR(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
  CHECK(calls == 1 && last_win == win && last_code == MPI_ERR_RMA_SYNC);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK(calls == 2 && last_code == MPI_ERR_OTHER);
}

int main(int argc, char **argv) {
  int size, memory[2];
  MPI_Win win;
  MPI_Errhandler first;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  making();
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_errhandler(win, &first);
  CHECK(first == MPI_ERRORS_ARE_FATAL);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  epochs(win, size);
  access_to(win, size);
  handlers(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
