/* Statuses that a program reads and writes by functions, and sizes beyond an int asked by MPI-3's
   functions (sections 3.2.5, 13.3 and 16). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, value, flag;
  MPI_Count count;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Status s;
  memset(&s, 0, sizeof s);
  MPI_Status_set_source(&s, 3);
  MPI_Status_set_tag(&s, 17);
  MPI_Status_set_error(&s, MPI_ERR_TAG);
  CHECK(s.MPI_SOURCE == 3 && s.MPI_TAG == 17 && s.MPI_ERROR == MPI_ERR_TAG);
  MPI_Status_get_source(&s, &value);
  CHECK(value == 3);
  MPI_Status_get_tag(&s, &value);
  CHECK(value == 17);
  MPI_Status_get_error(&s, &value);
  CHECK(value == MPI_ERR_TAG);

  MPI_Status_set_elements_x(&s, MPI_DOUBLE, (MPI_Count) 3000000000);
  MPI_Get_elements_x(&s, MPI_DOUBLE, &count);
  CHECK(count == 3000000000);
  MPI_Get_elements(&s, MPI_DOUBLE, &value);
  CHECK(value == MPI_UNDEFINED);
  MPI_Get_count(&s, MPI_DOUBLE, &value);
  CHECK(value == MPI_UNDEFINED);
  MPI_Status_set_elements(&s, MPI_INT, 5);
  MPI_Get_elements_x(&s, MPI_INT, &count);
  CHECK(count == 5);
  MPI_Status_set_cancelled(&s, 1);
  MPI_Test_cancelled(&s, &flag);
  CHECK(flag);

  /* Half of the last element. */
  struct pair { int a; double b; } out = {rank, rank + 0.5}, in[2];
  MPI_Datatype pair;
  MPI_Aint displs[] = {offsetof(struct pair, a), offsetof(struct pair, b)};
  MPI_Type_create_struct(2, (int[]){1, 1}, displs, (MPI_Datatype[]){MPI_INT, MPI_DOUBLE}, &pair);
  MPI_Type_commit(&pair);
  MPI_Sendrecv(&out.a, 1, MPI_INT, (rank + 1) % size, 1, in, 2, pair, (rank + size - 1) % size, 1,
               MPI_COMM_WORLD, &s);
  MPI_Get_count(&s, pair, &value);
  CHECK(value == MPI_UNDEFINED);
  MPI_Get_elements_x(&s, pair, &count);
  CHECK(count == 1 && in[0].a == (rank + size - 1) % size);
  MPI_Type_free(&pair);

  MPI_Datatype large, huge;
  MPI_Count lb, extent;
  MPI_Type_contiguous(1 << 30, MPI_DOUBLE, &large);
  MPI_Type_create_resized(large, -8, (MPI_Aint) 1 << 34, &huge);
  MPI_Type_size(huge, &value);
  CHECK(value == MPI_UNDEFINED);
  MPI_Type_size_x(huge, &count);
  CHECK(count == (MPI_Count) 1 << 33);
  MPI_Type_get_extent_x(huge, &lb, &extent);
  CHECK(lb == -8 && extent == (MPI_Count) 1 << 34);
  MPI_Type_get_true_extent_x(huge, &lb, &extent);
  CHECK(lb == 0 && extent == (MPI_Count) 1 << 33);
  MPI_Type_free(&large);
  MPI_Type_free(&huge);
  return check_end();
}
