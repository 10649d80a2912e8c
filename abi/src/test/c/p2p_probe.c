/* Probes tell of a message before it is received, and a matched one is nobody else's (section 3.8). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  int next = (rank + 1) % size, before = (rank + size - 1) % size, flag, count;
  double values[3] = {rank + 0.5, 2, 3}, got[3];
  MPI_Status status;
  MPI_Message message;
  MPI_Request request;

  MPI_Isend(values, 3, MPI_DOUBLE, next, 4, MPI_COMM_WORLD, &request);
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(status.MPI_SOURCE == before && status.MPI_TAG == 4 && count == 3);
  MPI_Recv(got, 3, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got[0] == before + 0.5);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Isend(values, 3, MPI_DOUBLE, next, 5, MPI_COMM_WORLD, &request);
  do MPI_Improbe(before, 5, MPI_COMM_WORLD, &flag, &message, &status);
  while (!flag);
  MPI_Iprobe(before, 5, MPI_COMM_WORLD, &flag, &status);
  CHECK(!flag);
  MPI_Mrecv(got, 3, MPI_DOUBLE, &message, &status);
  CHECK(message == MPI_MESSAGE_NULL && got[1] == 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Isend(values, 2, MPI_DOUBLE, next, 6, MPI_COMM_WORLD, &request);
  MPI_Mprobe(before, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
  MPI_Request receive;
  MPI_Imrecv(got, 3, MPI_DOUBLE, &message, &receive);
  MPI_Wait(&receive, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  CHECK(count == 2);
  MPI_Wait(&request, MPI_STATUS_IGNORE);

  MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_WORLD, &message, &status);
  CHECK(message == MPI_MESSAGE_NO_PROC && status.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Mrecv(got, 3, MPI_DOUBLE, &message, &status);
  CHECK(message == MPI_MESSAGE_NULL && status.MPI_SOURCE == MPI_PROC_NULL);
  return check_end();
}
