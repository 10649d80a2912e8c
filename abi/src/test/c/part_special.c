/* Partitions to and from MPI_PROC_NULL, to this rank itself, of large count, of zero elements, and
   what is wrong with arguments. */
#include "check.h"

static void round_trip(MPI_Request *r, int partitions) {
  MPI_Startall(2, r);
  MPI_Pready_range(0, partitions - 1, r[0]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Request r[2];
  double out[4] = {1, 2, 3, 4}, in[4] = {-1, -1, -1, -1};

  MPI_Psend_init(out, 2, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(in, 2, 2, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
  round_trip(r, 2);
  CHECK(in[0] == -1);

  MPI_Count one = 1, two = 2;
  MPI_Psend_init_c(out, 4, one, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
  MPI_Precv_init_c(in, 2, two, MPI_DOUBLE, rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
  round_trip(r, 4);
  for (int i = 0; i < 4; i++)
    CHECK(in[i] == out[i]);

  MPI_Psend_init(NULL, 3, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(NULL, 1, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &r[1]);
  round_trip(r, 3);

  MPI_Comm c;
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Psend_init(out, 2, 2, MPI_DOUBLE, size, 0, c, MPI_INFO_NULL, &r[0]),
              MPI_ERR_RANK);
  CHECK_ERROR(MPI_Precv_init(in, 2, 2, MPI_DOUBLE, rank, -5, c, MPI_INFO_NULL, &r[1]),
              MPI_ERR_TAG);
  CHECK_ERROR(MPI_Psend_init(out, 2, -2, MPI_DOUBLE, rank, 0, c, MPI_INFO_NULL, &r[0]),
              MPI_ERR_COUNT);
  MPI_Psend_init(out, 2, 2, MPI_DOUBLE, rank, 0, c, MPI_INFO_NULL, &r[0]);
  MPI_Precv_init(in, 2, 2, MPI_DOUBLE, rank, 0, c, MPI_INFO_NULL, &r[1]);
  MPI_Startall(2, r);
  CHECK(MPI_Pready(2, r[0]) != MPI_SUCCESS); /* errors go to the communicator of the request */
  CHECK(MPI_Pready(0, r[1]) != MPI_SUCCESS);
  MPI_Pready_range(0, 1, r[0]);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
  MPI_Comm_free(&c);
  return check_end();
}
