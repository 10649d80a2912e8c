/* Attributes of the program's own on a window. Any number of ranks. */
#include "check.h"

static int deleted;

static int on_delete(MPI_Win win, int key, void *value, void *extra_state) {
  deleted += *(int *) value;
  return win != MPI_WIN_NULL && *(int *) extra_state == 17 && key != MPI_KEYVAL_INVALID
             ? MPI_SUCCESS
             : MPI_ERR_OTHER;
}

int main(int argc, char **argv) {
  int key, flag, extra = 17, one = 1, ten = 10, *found = NULL;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, &extra);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(!flag);
  MPI_Win_set_attr(win, key, &one);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(flag && found == &one);
  MPI_Win_set_attr(win, key, &ten);
  CHECK(deleted == 1);
  MPI_Win_delete_attr(win, key);
  CHECK(deleted == 11);
  MPI_Win_set_attr(win, key, &ten);
  MPI_Win_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Win_set_attr(win, MPI_WIN_BASE, &one), MPI_ERR_KEYVAL);
  CHECK_ERROR(MPI_Win_get_attr(win, MPI_TAG_UB, &found, &flag), MPI_ERR_KEYVAL);
  MPI_Win_free(&win);
  CHECK(deleted == 21);
  MPI_Finalize();
  return 0;
}
