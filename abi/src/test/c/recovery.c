/* What survives failures (ULFM), where nobody fails. */
#include "check.h"
#include <mpi-ext.h>

static void agreements(MPI_Comm comm, int rank, int size) {
  int bits = ~(1 << rank), all = ~((1 << size) - 1);
  MPI_Request request;
  CHECK(MPIX_Comm_agree(comm, &bits) == MPI_SUCCESS && bits == all);
  bits = rank == 0 ? 6 : 7;
  CHECK(PMPIX_Comm_iagree(comm, &bits, &request) == MPI_SUCCESS);
  CHECK(MPI_Wait(&request, MPI_STATUS_IGNORE) == MPI_SUCCESS && bits == 6);
  CHECK(request == MPI_REQUEST_NULL);
}

/* A communicator of all, and it works. */
static void is_whole(MPI_Comm comm, int rank, int size) {
  int its, sum;
  MPI_Comm_rank(comm, &its);
  CHECK(its == rank);
  MPI_Comm_size(comm, &its);
  CHECK(its == size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size * (size - 1) / 2);
}

int main(int argc, char **argv) {
  int rank, size, flag = -1, found, length;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Comm comm, made;
  MPI_Group group;
  MPI_Request request[2];
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPIX_Comm_is_revoked(comm, &flag);
  CHECK(flag == 0);
  agreements(comm, rank, size);

  CHECK(MPIX_Comm_shrink(comm, &made) == MPI_SUCCESS);
  is_whole(made, rank, size);
  MPI_Comm_free(&made);
  flag = 5;
  MPIX_Comm_ishrink(comm, &made, &request[0]);
  MPIX_Comm_iagree(comm, &flag, &request[1]);
  CHECK(MPI_Waitall(2, request, MPI_STATUSES_IGNORE) == MPI_SUCCESS);
  CHECK(flag == 5 && request[0] == MPI_REQUEST_NULL);
  is_whole(made, rank, size);
  MPI_Comm_free(&made);

  MPIX_Comm_get_failed(comm, &group);
  CHECK(group == MPI_GROUP_EMPTY);
  MPIX_Comm_failure_ack(comm);
  MPIX_Comm_failure_get_acked(comm, &group);
  CHECK(group == MPI_GROUP_EMPTY);
  CHECK(MPIX_Comm_ack_failed(comm, size, &found) == MPI_SUCCESS && found == 0);
  CHECK_ERROR(MPIX_Comm_ack_failed(comm, -1, &found), MPI_ERR_ARG);

  CHECK(MPI_ERR_REVOKED == MPIX_ERR_REVOKED && MPIX_ERR_REVOKED < MPI_ERR_LASTCODE);
  MPI_Error_class(MPIX_ERR_PROC_FAILED_PENDING, &found);
  CHECK(found == MPIX_ERR_PROC_FAILED_PENDING);
  MPI_Error_string(MPIX_ERR_PROC_FAILED, text, &length);
  CHECK(strncmp(text, "MPIX_ERR_PROC_FAILED", 20) == 0 && length >= 20);
  MPI_Comm_free(&comm);
  return check_end();
}
