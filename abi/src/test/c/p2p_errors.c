/* What is wrong with a call is told as an error class, and nothing else happens (section 9.3). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  int a[4] = {1, 2, 3, 4}, b[4] = {0};
  MPI_Request request;
  MPI_Status status, statuses[2];
  MPI_Datatype fresh;
  MPI_Type_contiguous(2, MPI_INT, &fresh);

  CHECK_ERROR(MPI_Send(a, -1, MPI_INT, 0, 0, comm), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Send(a, 1, MPI_DATATYPE_NULL, 0, 0, comm), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Send(a, 1, fresh, 0, 0, comm), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Send(a, 1, MPI_INT, size, 0, comm), MPI_ERR_RANK);
  CHECK_ERROR(MPI_Send(a, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm), MPI_ERR_RANK);
  CHECK_ERROR(MPI_Send(a, 1, MPI_INT, 0, -1, comm), MPI_ERR_TAG);
  CHECK_ERROR(MPI_Send(NULL, 1, MPI_INT, 0, 0, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Recv(b, 1, MPI_INT, 0, MPI_ANY_TAG - 1, comm, &status), MPI_ERR_TAG);
  CHECK_ERROR(MPI_Irecv(b, 1, MPI_INT, -7, 0, comm, &request), MPI_ERR_RANK);

  /* Where nothing is, nothing is read. */
  int flag, count;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Wait(NULL, &status), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Waitall(2, NULL, statuses), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Waitall(-1, &request, statuses), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Test(NULL, &flag, &status), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Startall(1, NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Startall(-1, &request), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Request_free(NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Cancel(NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Get_count(NULL, MPI_INT, &count), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Comm_free(NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_free(NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Error_string(MPI_ERR_ARG, NULL, &count), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Pack(a, 1, MPI_INT, b, sizeof b, NULL, comm), MPI_ERR_ARG);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);

  /* No request: an empty status (section 3.7.3). */
  request = MPI_REQUEST_NULL;
  memset(&status, 77, sizeof status);
  MPI_Wait(&request, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == MPI_ANY_TAG);
  CHECK(status.MPI_ERROR == MPI_SUCCESS && count == 0);

  /* Too long: an error of the receiver only, which leaves what follows its buffer alone. */
  MPI_Isend(a, 4, MPI_INT, rank, 1, comm, &request);
  CHECK_ERROR(MPI_Recv(b, 2, MPI_INT, rank, 1, comm, &status), MPI_ERR_TRUNCATE);
  CHECK(b[2] == 0 && b[3] == 0);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  /* Several at once: each status has the error of its own operation. */
  MPI_Request two[2];
  MPI_Irecv(b, 1, MPI_INT, rank, 2, comm, &two[0]);
  MPI_Irecv(b, 4, MPI_INT, rank, 3, comm, &two[1]);
  MPI_Send(a, 4, MPI_INT, rank, 2, comm);
  MPI_Send(a, 4, MPI_INT, rank, 3, comm);
  CHECK_ERROR(MPI_Waitall(2, two, statuses), MPI_ERR_IN_STATUS);
  int found;
  MPI_Error_class(statuses[0].MPI_ERROR, &found);
  CHECK(found == MPI_ERR_TRUNCATE && statuses[1].MPI_ERROR == MPI_SUCCESS);

  /* The one of several that has failed is told, and is over. */
  int index;
  MPI_Irecv(b, 4, MPI_INT, rank, 12, comm, &two[0]);
  MPI_Irecv(b, 1, MPI_INT, rank, 13, comm, &two[1]);
  MPI_Send(a, 4, MPI_INT, rank, 13, comm);
  CHECK_ERROR(MPI_Waitany(2, two, &index, &status), MPI_ERR_TRUNCATE);
  CHECK(index == 1 && two[1] == MPI_REQUEST_NULL && two[0] != MPI_REQUEST_NULL);
  MPI_Send(a, 4, MPI_INT, rank, 12, comm);
  MPI_Wait(&two[0], MPI_STATUS_IGNORE);

  /* The field MPI_ERROR of a single operation stays as the program has left it. */
  status.MPI_ERROR = 123;
  MPI_Sendrecv(a, 1, MPI_INT, rank, 4, b, 1, MPI_INT, rank, 4, comm, &status);
  CHECK(status.MPI_ERROR == 123);

  char text[MPI_MAX_ERROR_STRING];
  int length;
  MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
  CHECK(length == (int) strlen(text) && strncmp(text, "MPI_ERR_TRUNCATE", 16) == 0);
  MPI_Type_free(&fresh);
  CHECK(fresh == MPI_DATATYPE_NULL);
  MPI_Comm_free(&comm);
  CHECK(comm == MPI_COMM_NULL);
  return check_end();
}
