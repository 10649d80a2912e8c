/* Every mode of sending arrives in order, whatever its length (sections 3.4 and 3.5). */
#include "check.h"

enum { LONG = 300000 };

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  static int out[LONG], in[LONG];
  for (int i = 0; i < LONG; i++) out[i] = rank * LONG + i;

  /* Synchronous, ready and standard sends of several lengths, all under way at once. */
  int lengths[] = {0, 1, 1000, LONG};
  MPI_Request requests[4];
  for (int i = 0; i < 4; i++) {
    MPI_Irecv(in, LONG, MPI_INT, before, i, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Issend(out, lengths[i], MPI_INT, next, i, MPI_COMM_WORLD, &requests[1]);
    MPI_Status statuses[2];
    MPI_Waitall(2, requests, statuses);
    int count;
    MPI_Get_count(&statuses[0], MPI_INT, &count);
    CHECK(count == lengths[i] && statuses[0].MPI_SOURCE == before && statuses[0].MPI_TAG == i);
    CHECK(count == 0 || in[count - 1] == before * LONG + count - 1);
    CHECK(requests[0] == MPI_REQUEST_NULL && requests[1] == MPI_REQUEST_NULL);
  }

  /* A later short message does not overtake a long one. */
  MPI_Request both[2];
  MPI_Isend(out, LONG, MPI_INT, next, 9, MPI_COMM_WORLD, &both[0]);
  MPI_Isend(out, 1, MPI_INT, next, 9, MPI_COMM_WORLD, &both[1]);
  MPI_Status status;
  int count;
  MPI_Recv(in, LONG, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == LONG);
  MPI_Recv(in, LONG, MPI_INT, before, 9, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 1);
  MPI_Waitall(2, both, MPI_STATUSES_IGNORE);

  /* Buffered sends are local: nobody has posted a receive. */
  int bytes = 4 * (LONG * (int) sizeof(int) + MPI_BSEND_OVERHEAD);
  void *room = malloc(bytes), *back;
  MPI_Buffer_attach(room, bytes);
  for (int i = 0; i < 4; i++) MPI_Bsend(out, LONG / 4, MPI_INT, next, 20 + i, MPI_COMM_WORLD);
  for (int i = 3; i >= 0; i--) {
    MPI_Recv(in, LONG, MPI_INT, before, 20 + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(in[1] == before * LONG + 1);
  }
  int got;
  MPI_Buffer_detach(&back, &got);
  CHECK(back == room && got == bytes);
  free(room);

  /* The program may change a buffer of its own send at once. */
  int token = rank;
  MPI_Sendrecv_replace(&token, 1, MPI_INT, next, 1, before, 1, MPI_COMM_WORLD, &status);
  CHECK(token == before);
  MPI_Sendrecv(&rank, 1, MPI_INT, MPI_PROC_NULL, 1, &token, 1, MPI_INT, MPI_PROC_NULL, 1,
               MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG && count == 0);
  return check_end();
}
