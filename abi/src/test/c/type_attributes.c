/* Attributes of datatypes, and the deprecated functions for those of communicators
   (sections 7.7.4 and 16.1). */
#include "check.h"

static int copies, deletions;

static int copy(MPI_Datatype type, int key, void *extra, void *in, void *out, int *flag) {
  CHECK(type != MPI_DATATYPE_NULL && key > 0 && *(int *) extra == 5);
  copies++;
  *(int **) out = (int *) in + 1;
  *flag = 1;
  return MPI_SUCCESS;
}

static int forget(MPI_Datatype type, int key, void *value, void *extra) {
  CHECK(type != MPI_DATATYPE_NULL && key > 0 && value != NULL && *(int *) extra == 5);
  deletions++;
  return MPI_SUCCESS;
}

static int old_copy(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
  CHECK(comm != MPI_COMM_NULL && key > 0 && *(int *) extra == 5);
  copies++;
  *(void **) out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

static int old_forget(MPI_Comm comm, int key, void *value, void *extra) {
  CHECK(comm != MPI_COMM_NULL && key > 0 && value != NULL && *(int *) extra == 5);
  deletions++;
  return MPI_SUCCESS;
}

static void of_types(int *extra) {
  int key, kept, lost, flag, values[3] = {10, 11, 12}, *found = NULL;
  MPI_Datatype type, twin;
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Type_create_keyval(copy, forget, &key, extra);
  MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &kept, NULL);
  MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &lost, NULL);
  MPI_Type_get_attr(type, key, &found, &flag);
  CHECK(!flag);
  MPI_Type_set_attr(type, key, &values[0]);
  MPI_Type_set_attr(type, kept, &values[1]);
  MPI_Type_set_attr(type, lost, &values[2]);
  MPI_Type_get_attr(type, key, &found, &flag);
  CHECK(flag && found == &values[0]);
  MPI_Type_dup(type, &twin);
  CHECK(copies == 1);
  MPI_Type_get_attr(twin, key, &found, &flag);
  CHECK(flag && found == &values[1]);
  MPI_Type_get_attr(twin, kept, &found, &flag);
  CHECK(flag && found == &values[1]);
  MPI_Type_get_attr(twin, lost, &found, &flag);
  CHECK(!flag);
  MPI_Type_delete_attr(twin, key);
  CHECK(deletions == 1);
  MPI_Type_get_attr(twin, key, &found, &flag);
  CHECK(!flag);
  MPI_Type_free(&twin);
  CHECK(deletions == 1);
  MPI_Type_free(&type);
  CHECK(deletions == 2);
  MPI_Type_set_attr(MPI_INT, kept, &values[2]); /* predefined ones have them, too */
  MPI_Type_get_attr(MPI_INT, kept, &found, &flag);
  CHECK(flag && found == &values[2]);
  MPI_Type_delete_attr(MPI_INT, kept);
  MPI_Type_free_keyval(&key);
  MPI_Type_free_keyval(&kept);
  MPI_Type_free_keyval(&lost);
  CHECK(key == MPI_KEYVAL_INVALID);
}

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

static void of_communicators(int *extra) {
  int key, flag, value = 1, *found = NULL;
  MPI_Comm comm, twin;
  copies = deletions = 0;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Keyval_create(old_copy, old_forget, &key, extra);
  MPI_Attr_get(comm, key, &found, &flag);
  CHECK(!flag);
  MPI_Attr_put(comm, key, &value);
  MPI_Attr_get(comm, key, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Comm_dup(comm, &twin);
  CHECK(copies == 1);
  MPI_Comm_get_attr(twin, key, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Attr_delete(twin, key);
  CHECK(deletions == 1);
  MPI_Keyval_free(&key);
  CHECK(key == MPI_KEYVAL_INVALID);
  MPI_Comm_free(&twin);
  MPI_Comm_free(&comm);
  CHECK(deletions == 2);
  MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &found, &flag);
  CHECK(flag && *found >= 32767);
}

int main(int argc, char **argv) {
  int rank, size, extra = 5;
  check_begin(&argc, &argv, &rank, &size);
  of_types(&extra);
  of_communicators(&extra);
  return check_end();
}
