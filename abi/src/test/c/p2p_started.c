/* The modes of sending in their non-blocking and persistent forms, combined exchanges, and requests
   that are asked without being freed (sections 3.6 to 3.10). */
#include "check.h"

enum { LENGTH = 1000, MODES = 4, ROUNDS = 3 };

static int rank, size, next, before;

/* What a message of a round is filled with. */
static int word(int from, int tag, int round) { return from * 1000 + tag * 10 + round; }

static void fill(int *data, int tag, int round) {
  for (int i = 0; i < LENGTH; i++) data[i] = word(rank, tag, round);
}

static void check_filled(const int *data, int tag, int round) {
  for (int i = 0; i < LENGTH; i++) CHECK(data[i] == word(before, tag, round));
}

static void ready_sends(void) {
  static int out[LENGTH], in[LENGTH];
  MPI_Request r[2];
  for (int form = 0; form < 2; form++) {
    fill(out, form, 0);
    MPI_Irecv(in, LENGTH, MPI_INT, before, form, MPI_COMM_WORLD, &r[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    r[1] = MPI_REQUEST_NULL;
    if (form == 0) MPI_Rsend(out, LENGTH, MPI_INT, next, form, MPI_COMM_WORLD);
    else MPI_Irsend(out, LENGTH, MPI_INT, next, form, MPI_COMM_WORLD, &r[1]);
    MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    check_filled(in, form, 0);
  }
}

static void persistent_modes(void) {
  static int out[MODES][LENGTH], in[MODES][LENGTH];
  MPI_Request receives[MODES], sends[MODES];
  int bytes = MODES * (LENGTH * (int) sizeof(int) + MPI_BSEND_OVERHEAD);
  void *room = malloc(bytes);
  MPI_Buffer_attach(room, bytes);
  MPI_Send_init(out[0], LENGTH, MPI_INT, next, 0, MPI_COMM_WORLD, &sends[0]);
  MPI_Bsend_init(out[1], LENGTH, MPI_INT, next, 1, MPI_COMM_WORLD, &sends[1]);
  MPI_Ssend_init(out[2], LENGTH, MPI_INT, next, 2, MPI_COMM_WORLD, &sends[2]);
  MPI_Rsend_init(out[3], LENGTH, MPI_INT, next, 3, MPI_COMM_WORLD, &sends[3]);
  for (int i = 0; i < MODES; i++)
    MPI_Recv_init(in[i], LENGTH, MPI_INT, before, i, MPI_COMM_WORLD, &receives[i]);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < MODES; i++) fill(out[i], i, round);
    MPI_Startall(MODES, receives);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < MODES; i++) MPI_Start(&sends[i]);
    MPI_Status statuses[MODES];
    MPI_Waitall(MODES, sends, MPI_STATUSES_IGNORE);
    MPI_Waitall(MODES, receives, statuses);
    for (int i = 0; i < MODES; i++) {
      int count;
      MPI_Get_count(&statuses[i], MPI_INT, &count);
      CHECK(count == LENGTH && statuses[i].MPI_SOURCE == before && statuses[i].MPI_TAG == i);
      CHECK(receives[i] != MPI_REQUEST_NULL && sends[i] != MPI_REQUEST_NULL);
      check_filled(in[i], i, round);
    }
  }
  for (int i = 0; i < MODES; i++) {
    MPI_Request_free(&sends[i]);
    MPI_Request_free(&receives[i]);
    CHECK(sends[i] == MPI_REQUEST_NULL && receives[i] == MPI_REQUEST_NULL);
  }
  void *back;
  int got;
  MPI_Buffer_detach(&back, &got);
  CHECK(back == room && got == bytes);
  free(room);
}

static void exchanges(void) {
  MPI_Request r[2];
  MPI_Status statuses[2];
  int out = word(rank, 1, 0), in = -1, token = word(rank, 2, 0);
  MPI_Isendrecv(&out, 1, MPI_INT, next, 1, &in, 1, MPI_INT, before, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Isendrecv_replace(&token, 1, MPI_INT, next, 2, before, 2, MPI_COMM_WORLD, &r[1]);
  MPI_Waitall(2, r, statuses);
  CHECK(in == word(before, 1, 0) && token == word(before, 2, 0));
  for (int i = 0; i < 2; i++) CHECK(statuses[i].MPI_SOURCE == before && statuses[i].MPI_TAG == i + 1);
  in = -1;
  MPI_Isendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, 1, &in, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &r[0]);
  MPI_Wait(&r[0], &statuses[0]);
  CHECK(in == -1 && statuses[0].MPI_SOURCE == MPI_PROC_NULL && statuses[0].MPI_TAG == MPI_ANY_TAG);
}

/* Requests are asked, and stay what they are until somebody waits for them. */
static void asked_requests(void) {
  enum { MANY = 3 };
  int in[MANY], flag = -1, index = -1, count = -1, indices[MANY], out = word(rank, 0, 0);
  MPI_Request r[MANY];
  MPI_Status status, statuses[MANY];
  for (int i = 0; i < MANY; i++)
    MPI_Irecv(&in[i], 1, MPI_INT, before, 10 + i, MPI_COMM_WORLD, &r[i]);
  MPI_Request_get_status_any(MANY, r, &index, &flag, &status);
  CHECK(!flag);
  MPI_Request_get_status_all(MANY, r, &flag, statuses);
  CHECK(!flag);
  MPI_Request_get_status_some(MANY, r, &count, indices, statuses);
  CHECK(count == 0);
  MPI_Testsome(MANY, r, &count, indices, statuses);
  CHECK(count == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, next, 11, MPI_COMM_WORLD);
  do MPI_Request_get_status_any(MANY, r, &index, &flag, &status);
  while (!flag);
  CHECK(index == 1 && status.MPI_TAG == 11 && status.MPI_SOURCE == before && r[1] != MPI_REQUEST_NULL);
  MPI_Request_get_status_some(MANY, r, &count, indices, statuses);
  CHECK(count == 1 && indices[0] == 1 && statuses[0].MPI_TAG == 11);
  do MPI_Testsome(MANY, r, &count, indices, statuses);
  while (count == 0);
  CHECK(count == 1 && indices[0] == 1 && in[1] == word(before, 0, 0) && r[1] == MPI_REQUEST_NULL);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, next, 10, MPI_COMM_WORLD);
  MPI_Send(&out, 1, MPI_INT, next, 12, MPI_COMM_WORLD);
  do MPI_Request_get_status_all(MANY, r, &flag, statuses);
  while (!flag);
  CHECK(statuses[0].MPI_TAG == 10 && statuses[2].MPI_TAG == 12);
  CHECK(statuses[1].MPI_SOURCE == MPI_ANY_SOURCE && statuses[1].MPI_TAG == MPI_ANY_TAG);
  MPI_Testall(MANY, r, &flag, MPI_STATUSES_IGNORE);
  CHECK(flag && r[0] == MPI_REQUEST_NULL && r[2] == MPI_REQUEST_NULL);
  MPI_Testsome(MANY, r, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
  MPI_Request_get_status_some(MANY, r, &count, indices, statuses);
  CHECK(count == MPI_UNDEFINED);
  MPI_Request_get_status_any(MANY, r, &index, &flag, &status);
  CHECK(flag && index == MPI_UNDEFINED && status.MPI_SOURCE == MPI_ANY_SOURCE);
  MPI_Request_get_status_all(0, NULL, &flag, MPI_STATUSES_IGNORE);
  CHECK(flag);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  ready_sends();
  persistent_modes();
  exchanges();
  asked_requests();
  return check_end();
}
