/* Attributes: predefined ones, copies and deletions by functions in C (section 7.7). */
#include "check.h"

static int copies, deletions, last;

static int copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  CHECK(*(int *) extra == 5 && comm != MPI_COMM_NULL && key > 0);
  copies++;
  *(int **) out = (int *) in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int forget(MPI_Comm comm, int key, void *value, void *extra) {
  CHECK(comm != MPI_COMM_NULL && key > 0 && extra != NULL);
  deletions++;
  last = *(int *) value;
  return MPI_SUCCESS;
}

static int refuse(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  (void) comm, (void) key, (void) extra, (void) in, (void) out;
  *flag = 0;
  return MPI_ERR_OTHER;
}

int main(int argc, char **argv) {
  int rank, size, flag, key, plain, refused, extra = 5, values[3] = {10, 11, 12}, *found;
  check_begin(&argc, &argv, &rank, &size);

  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &found, &flag);
  CHECK(flag && *found >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &found, &flag);
  CHECK(flag && (*found == 0 || *found == 1));

  MPI_Comm a, b;
  MPI_Comm_dup(MPI_COMM_WORLD, &a);
  MPI_Comm_create_keyval(copy, forget, &key, &extra);
  MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &plain, NULL);
  MPI_Comm_get_attr(a, key, &found, &flag);
  CHECK(!flag);
  copies = deletions = 0;
  MPI_Comm_set_attr(a, key, &values[0]);
  MPI_Comm_set_attr(a, plain, &values[2]);
  MPI_Comm_dup(a, &b);
  CHECK(copies == 1);
  MPI_Comm_get_attr(b, key, &found, &flag);
  CHECK(flag && found == &values[1]);
  MPI_Comm_get_attr(b, plain, &found, &flag);
  CHECK(flag && found == &values[2]);
  MPI_Comm_set_attr(b, key, &values[2]); /* deletes the old one */
  CHECK(deletions == 1 && last == 11);
  MPI_Comm_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&b); /* the key lives on in its attributes */
  CHECK(deletions == 2 && last == 12);

  MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &refused, NULL);
  MPI_Comm_set_errhandler(a, MPI_ERRORS_RETURN);
  MPI_Comm_set_attr(a, refused, NULL);
  CHECK_ERROR(MPI_Comm_dup(a, &b), MPI_ERR_OTHER);
  MPI_Comm_delete_attr(a, refused);
  CHECK_ERROR(MPI_Comm_delete_attr(a, refused), MPI_ERR_KEYVAL);
  MPI_Comm_free_keyval(&refused);
  MPI_Comm_free_keyval(&plain);
  MPI_Comm_free(&a);
  CHECK(deletions == 3 && last == 10);

  char name[MPI_MAX_OBJECT_NAME];
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &flag);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && flag == 14);
  return check_end();
}
