/* Wrong arguments of collectives are found before anything is sent, on the rank that gives them:
   the call returns an error of the right class, and the communicator can still be used. */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  int a[16] = {0}, b[16] = {0};
  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Datatype raw;
  MPI_Type_contiguous(2, MPI_INT, &raw);
  MPI_Request r = MPI_REQUEST_NULL;

  CHECK_ERROR(MPI_Bcast(a, 1, MPI_INT, size, c), MPI_ERR_ROOT);
  CHECK_ERROR(MPI_Bcast(a, 1, MPI_INT, MPI_ROOT, c), MPI_ERR_ROOT);
  CHECK_ERROR(MPI_Bcast(a, -1, MPI_INT, 0, c), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Bcast(a, 1, MPI_DATATYPE_NULL, 0, c), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Bcast(a, 1, raw, 0, c), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Bcast(NULL, 1, MPI_INT, 0, c), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Bcast(MPI_IN_PLACE, 1, MPI_INT, 0, c), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Bcast(a, 1, MPI_INT, 0, MPI_COMM_NULL), MPI_ERR_COMM);
  CHECK_ERROR(MPI_Allreduce(a, b, 1, MPI_INT, MPI_OP_NULL, c), MPI_ERR_OP);
  CHECK_ERROR(MPI_Allreduce(a, b, 1, MPI_DOUBLE, MPI_BAND, c), MPI_ERR_OP);
  CHECK_ERROR(MPI_Allreduce(a, b, 1, MPI_INT, MPI_MAXLOC, c), MPI_ERR_OP);
  CHECK_ERROR(MPI_Allreduce(a, a, 1, MPI_INT, MPI_SUM, c), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Allreduce(a, MPI_IN_PLACE, 1, MPI_INT, MPI_SUM, c), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Gather(MPI_IN_PLACE, 1, MPI_INT, a, 1, MPI_INT, (rank + 1) % size, c),
              size > 1 ? MPI_ERR_BUFFER : MPI_SUCCESS);
  CHECK_ERROR(MPI_Reduce(MPI_IN_PLACE, a, 1, MPI_INT, MPI_SUM, (rank + 1) % size, c),
              size > 1 ? MPI_ERR_BUFFER : MPI_SUCCESS);
  CHECK_ERROR(MPI_Allgather(a, 1, MPI_INT, b, -1, MPI_INT, c), MPI_ERR_COUNT);
  int counts[16] = {-1, -1, -1, -1, -1, -1, -1, -1}, displs[16] = {0};
  CHECK_ERROR(MPI_Allgatherv(a, 1, MPI_INT, b, counts, displs, MPI_INT, c), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Reduce_scatter(a, b, counts, MPI_INT, MPI_SUM, c), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Iallreduce(a, b, 1, MPI_INT, MPI_OP_NULL, c, &r), MPI_ERR_OP);
  CHECK_ERROR(MPI_Bcast_init(a, 1, MPI_INT, size, c, MPI_INFO_NULL, &r), MPI_ERR_ROOT);
  CHECK_ERROR(MPI_Barrier_init(c, (MPI_Info) 4000, &r), MPI_ERR_INFO);
  CHECK_ERROR(MPI_Reduce_local(a, b, 1, MPI_DOUBLE, MPI_BAND), MPI_ERR_OP);
  CHECK_ERROR(MPI_Neighbor_allgather(a, 1, MPI_INT, b, 1, MPI_INT, c), MPI_ERR_TOPOLOGY);
  CHECK(r == MPI_REQUEST_NULL);

  int sum = 0, one = 1;
  CHECK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, c) == MPI_SUCCESS);
  CHECK(sum == size);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&raw);
  MPI_Comm_free(&c);
  return check_end();
}
