/* States of requests: null, inactive, several at once, cancelled, freed (sections 3.7 and 3.9). */
#include "check.h"

enum { MANY = 6 };

static int is_empty(const MPI_Status *s) {
  int count, cancelled;
  MPI_Get_count(s, MPI_BYTE, &count);
  MPI_Test_cancelled(s, &cancelled);
  return s->MPI_SOURCE == MPI_ANY_SOURCE && s->MPI_TAG == MPI_ANY_TAG && count == 0 && !cancelled;
}

int main(int argc, char **argv) {
  int rank, size, flag, index, outcount, indices[MANY];
  check_begin(&argc, &argv, &rank, &size);
  MPI_Request none = MPI_REQUEST_NULL, requests[MANY];
  MPI_Status status, statuses[MANY];

  MPI_Wait(&none, &status);
  CHECK(is_empty(&status));
  MPI_Test(&none, &flag, &status);
  CHECK(flag && is_empty(&status));
  for (int i = 0; i < MANY; i++) requests[i] = MPI_REQUEST_NULL;
  MPI_Waitany(MANY, requests, &index, &status);
  CHECK(index == MPI_UNDEFINED && is_empty(&status));
  MPI_Testany(MANY, requests, &index, &flag, &status);
  CHECK(flag && index == MPI_UNDEFINED);
  MPI_Waitsome(MANY, requests, &outcount, indices, statuses);
  CHECK(outcount == MPI_UNDEFINED);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);

  /* Messages to oneself complete in any order. */
  int in[MANY], out[MANY];
  for (int i = 0; i < MANY; i++) MPI_Irecv(&in[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &requests[i]);
  MPI_Testall(MANY, requests, &flag, statuses);
  CHECK(!flag);
  for (int i = MANY - 1; i > 0; i--) {
    out[i] = 10 * i;
    MPI_Send(&out[i], 1, MPI_INT, 0, i, MPI_COMM_SELF);
  }
  MPI_Waitany(MANY, requests, &index, &status);
  CHECK(index > 0 && status.MPI_TAG == index && requests[index] == MPI_REQUEST_NULL);
  int done = 1;
  while (done < MANY - 1) {
    MPI_Waitsome(MANY, requests, &outcount, indices, statuses);
    for (int i = 0; i < outcount; i++) CHECK(statuses[i].MPI_TAG == indices[i] && in[indices[i]] == 10 * indices[i]);
    done += outcount;
  }
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], &status);
  MPI_Test_cancelled(&status, &flag);
  CHECK(flag);

  /* Persistent requests stay, and are inactive when they have completed. */
  MPI_Request pair[2];
  int value = 0, got = 0;
  MPI_Send_init(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &pair[0]);
  MPI_Recv_init(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &pair[1]);
  MPI_Wait(&pair[0], &status);
  CHECK(is_empty(&status));
  for (value = 1; value < 4; value++) {
    MPI_Startall(2, pair);
    MPI_Waitall(2, pair, statuses);
    CHECK(got == value && pair[0] != MPI_REQUEST_NULL && statuses[1].MPI_TAG == 1);
  }
  MPI_Request_get_status(pair[1], &flag, &status);
  CHECK(flag && is_empty(&status));
  MPI_Request_free(&pair[0]);
  MPI_Request_free(&pair[1]);
  CHECK(pair[0] == MPI_REQUEST_NULL);

  /* A request that was freed: its message arrives all the same. */
  MPI_Request freed;
  static int late = 77;
  MPI_Isend(&late, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &freed);
  MPI_Request_free(&freed);
  MPI_Recv(&got, 1, MPI_INT, 0, 2, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(got == 77);
  return check_end();
}
