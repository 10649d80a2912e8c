/* Buffers of the process, of a communicator and of a session; messages leave them by a flush
   (section 3.6, MPI 4.1). */
#include "check.h"

enum { LENGTH = 1000, BYTES = 4 * (LENGTH * (int) sizeof(int) + MPI_BSEND_OVERHEAD) };

static int rank, size, next, before;

static void receive(MPI_Comm comm, int tag) {
  static int in[LENGTH];
  MPI_Recv(in, LENGTH, MPI_INT, before, tag, comm, MPI_STATUS_IGNORE);
  for (int i = 0; i < LENGTH; i++) CHECK(in[i] == before + i);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  static int out[LENGTH];
  for (int i = 0; i < LENGTH; i++) out[i] = rank + i;
  char *room = malloc(BYTES), *own = malloc(BYTES);
  void *back = NULL;
  int bytes = -1;
  MPI_Request r;
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);

  /* The process's. */
  MPI_Buffer_attach(room, BYTES);
  MPI_Ibsend(out, LENGTH, MPI_INT, next, 1, MPI_COMM_WORLD, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  receive(MPI_COMM_WORLD, 1);
  MPI_Buffer_flush();
  MPI_Bsend(out, LENGTH, MPI_INT, next, 2, MPI_COMM_WORLD);
  MPI_Buffer_iflush(&r);
  receive(MPI_COMM_WORLD, 2);
  MPI_Wait(&r, MPI_STATUS_IGNORE);

  /* A communicator's comes first: with it in use the process's may be full. */
  MPI_Comm_attach_buffer(comm, own, BYTES);
  CHECK_ERROR(MPI_Comm_attach_buffer(comm, own, BYTES), MPI_ERR_BUFFER);
  for (int i = 0; i < 3; i++) MPI_Bsend(out, LENGTH, MPI_INT, next, i, MPI_COMM_WORLD);
  for (int i = 0; i < 3; i++) MPI_Bsend(out, LENGTH, MPI_INT, next, i, comm);
  for (int i = 2; i >= 0; i--) {
    receive(comm, i);
    receive(MPI_COMM_WORLD, i);
  }
  MPI_Comm_flush_buffer(comm);
  MPI_Bsend(out, LENGTH, MPI_INT, next, 5, comm);
  MPI_Comm_iflush_buffer(comm, &r);
  receive(comm, 5);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Comm_detach_buffer(comm, &back, &bytes);
  CHECK(back == own && bytes == BYTES);

  /* The library's own room. */
  MPI_Comm_attach_buffer(comm, MPI_BUFFER_AUTOMATIC, 0);
  for (int i = 0; i < 100; i++) MPI_Bsend(out, LENGTH, MPI_INT, next, i, comm);
  for (int i = 99; i >= 0; i--) receive(comm, i);
  MPI_Comm_detach_buffer(comm, &back, &bytes);
  CHECK(back == MPI_BUFFER_AUTOMATIC && bytes == 0);

  MPI_Buffer_detach(&back, &bytes);
  CHECK(back == room && bytes == BYTES);
  CHECK_ERROR(MPI_Bsend(out, LENGTH, MPI_INT, next, 6, comm), MPI_ERR_BUFFER);
  MPI_Comm_free(&comm);

  /* A session's. */
  MPI_Session session;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "buffers", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Session_attach_buffer(session, room, BYTES);
  MPI_Bsend(out, LENGTH, MPI_INT, next, 7, comm);
  receive(comm, 7);
  MPI_Session_flush_buffer(session);
  MPI_Bsend(out, LENGTH, MPI_INT, next, 8, comm);
  MPI_Session_iflush_buffer(session, &r);
  receive(comm, 8);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Session_detach_buffer(session, &back, &bytes);
  CHECK(back == room && bytes == BYTES);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  free(room);
  free(own);
  return check_end();
}
