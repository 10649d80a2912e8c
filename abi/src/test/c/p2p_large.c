/* Messages whose counts are MPI_Count (section 2.5.8), in every mode and form. */
#include "check.h"

#define BIG ((MPI_Count) 3 << 31)
enum { LENGTH = 1000 };

static int rank, size, next, before, out[LENGTH], in[LENGTH];

/* So many ints came from the rank before. */
static void arrived(const MPI_Status *status, MPI_Count length, int tag) {
  MPI_Count count = -1;
  MPI_Get_count_c(status, MPI_INT, &count);
  CHECK(count == length && status->MPI_SOURCE == before && status->MPI_TAG == tag);
  MPI_Get_elements_c(status, MPI_INT, &count);
  CHECK(count == length);
  for (int i = 0; i < length; i++) CHECK(in[i] == before * LENGTH + i);
  memset(in, -1, sizeof in);
}

static void blocking(void) {
  MPI_Request request;
  MPI_Status status;
  for (MPI_Count length = 0; length <= LENGTH; length += LENGTH / 2) {
    MPI_Irecv_c(in, LENGTH, MPI_INT, before, 1, MPI_COMM_WORLD, &request);
    MPI_Send_c(out, length, MPI_INT, next, 1, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    arrived(&status, length, 1);
    MPI_Irecv_c(in, LENGTH, MPI_INT, before, 2, MPI_COMM_WORLD, &request);
    MPI_Ssend_c(out, length, MPI_INT, next, 2, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    arrived(&status, length, 2);
    MPI_Irecv_c(in, LENGTH, MPI_INT, before, 3, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rsend_c(out, length, MPI_INT, next, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, &status);
    arrived(&status, length, 3);
  }
  MPI_Isend(out, 3, MPI_INT, next, 4, MPI_COMM_WORLD, &request);
  MPI_Recv_c(in, LENGTH, MPI_INT, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, &status);
  arrived(&status, 3, 4);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void started(void) {
  MPI_Request requests[2];
  MPI_Status statuses[2];
  int (*modes[])(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = {
      MPI_Isend_c, MPI_Issend_c, MPI_Irsend_c};
  int (*lasting[])(const void *, MPI_Count, MPI_Datatype, int, int, MPI_Comm, MPI_Request *) = {
      MPI_Send_init_c, MPI_Ssend_init_c, MPI_Rsend_init_c};
  for (int i = 0; i < 3; i++) {
    MPI_Irecv_c(in, LENGTH, MPI_INT, before, i, MPI_COMM_WORLD, &requests[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    modes[i](out, LENGTH, MPI_INT, next, i, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, statuses);
    arrived(&statuses[0], LENGTH, i);
    MPI_Recv_init_c(in, LENGTH, MPI_INT, before, i, MPI_COMM_WORLD, &requests[0]);
    lasting[i](out, 10 + i, MPI_INT, next, i, MPI_COMM_WORLD, &requests[1]);
    for (int run = 0; run < 2; run++) {
      MPI_Start(&requests[0]);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Start(&requests[1]);
      MPI_Waitall(2, requests, statuses);
      arrived(&statuses[0], 10 + i, i);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
  }
}

/* Nobody has posted a receive; the buffer is the process's, a communicator's, a session's. */
static void bsends(MPI_Comm comm) {
  MPI_Request request;
  MPI_Status status;
  MPI_Bsend_c(out, LENGTH, MPI_INT, next, 5, comm);
  MPI_Ibsend_c(out, 2, MPI_INT, next, 6, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Bsend_init_c(out, 3, MPI_INT, next, 7, comm, &request);
  MPI_Start(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Request_free(&request);
  MPI_Recv_c(in, LENGTH, MPI_INT, before, 7, comm, &status);
  arrived(&status, 3, 7);
  MPI_Recv_c(in, LENGTH, MPI_INT, before, 6, comm, &status);
  arrived(&status, 2, 6);
  MPI_Recv_c(in, LENGTH, MPI_INT, before, 5, comm, &status);
  arrived(&status, LENGTH, 5);
}

static void buffered(void) {
  MPI_Count bytes = 2 * (LENGTH * (MPI_Count) sizeof(int) + 3 * MPI_BSEND_OVERHEAD), got;
  void *room = malloc(bytes), *back;
  MPI_Buffer_attach_c(room, bytes);
  bsends(MPI_COMM_WORLD);
  back = NULL, got = -1;
  MPI_Buffer_detach_c(&back, &got);
  CHECK(back == room && got == bytes);

  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_attach_buffer_c(comm, room, bytes);
  bsends(comm);
  back = NULL, got = -1;
  MPI_Comm_detach_buffer_c(comm, &back, &got);
  CHECK(back == room && got == bytes);
  MPI_Comm_attach_buffer_c(comm, MPI_BUFFER_AUTOMATIC, 0);
  bsends(comm);
  MPI_Comm_detach_buffer_c(comm, &back, &got);
  CHECK(back == MPI_BUFFER_AUTOMATIC && got == 0);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Comm_attach_buffer_c(comm, room, -1), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Bsend_c(out, LENGTH, MPI_INT, next, 5, comm), MPI_ERR_BUFFER);
  MPI_Comm_free(&comm);

  MPI_Session session;
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "p2p_large", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Session_attach_buffer_c(session, room, bytes);
  bsends(comm);
  back = NULL, got = -1;
  MPI_Session_detach_buffer_c(session, &back, &got);
  CHECK(back == room && got == bytes);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&session);
  free(room);
}

static void both_ways(void) {
  MPI_Request requests[2];
  MPI_Status status, statuses[2];
  MPI_Sendrecv_c(out, 7, MPI_INT, next, 1, in, LENGTH, MPI_INT, before, 1, MPI_COMM_WORLD, &status);
  arrived(&status, 7, 1);
  memcpy(in, out, sizeof in);
  MPI_Sendrecv_replace_c(in, LENGTH, MPI_INT, next, 2, before, 2, MPI_COMM_WORLD, &status);
  arrived(&status, LENGTH, 2);
  memcpy(in, out, sizeof in);
  MPI_Isendrecv_replace_c(in, 9, MPI_INT, next, 3, before, 3, MPI_COMM_WORLD, &requests[0]);
  MPI_Wait(&requests[0], &status);
  arrived(&status, 9, 3);
  int token = -1;
  MPI_Isendrecv_c(out, 8, MPI_INT, next, 4, in, LENGTH, MPI_INT, before, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Isendrecv_c(&rank, 1, MPI_INT, next, 5, &token, 1, MPI_INT, before, 5, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, statuses);
  arrived(&statuses[0], 8, 4);
  CHECK(token == before);
}

static void matched(void) {
  MPI_Request requests[2], received;
  MPI_Message message;
  MPI_Status status;
  MPI_Isend_c(out, 4, MPI_INT, next, 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend_c(out, 5, MPI_INT, next, 8, MPI_COMM_WORLD, &requests[1]);
  MPI_Mprobe(before, 8, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv_c(in, LENGTH, MPI_INT, &message, &status);
  CHECK(message == MPI_MESSAGE_NULL);
  arrived(&status, 4, 8);
  MPI_Mprobe(before, 8, MPI_COMM_WORLD, &message, &status);
  MPI_Imrecv_c(in, LENGTH, MPI_INT, &message, &received);
  CHECK(message == MPI_MESSAGE_NULL);
  MPI_Wait(&received, &status);
  arrived(&status, 5, 8);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  message = MPI_MESSAGE_NO_PROC;
  MPI_Mrecv_c(in, BIG, MPI_INT, &message, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && message == MPI_MESSAGE_NULL);
  message = MPI_MESSAGE_NO_PROC;
  MPI_Imrecv_c(in, BIG, MPI_INT, &message, &received);
  MPI_Wait(&received, &status);
  CHECK(status.MPI_SOURCE == MPI_PROC_NULL && message == MPI_MESSAGE_NULL);
}

/* Counts that no int holds, of elements that take no room, and for no process. */
static void no_bytes(void) {
  MPI_Datatype empty;
  MPI_Status status;
  MPI_Request request;
  MPI_Count count = -1;
  MPI_Type_contiguous_c(0, MPI_INT, &empty);
  MPI_Type_commit(&empty);
  MPI_Isend_c(out, BIG, empty, next, 9, MPI_COMM_WORLD, &request);
  MPI_Recv_c(in, BIG, empty, before, 9, MPI_COMM_WORLD, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Get_count_c(&status, empty, &count);
  CHECK(count == 0 && status.MPI_SOURCE == before);
  MPI_Get_elements_c(&status, empty, &count);
  CHECK(count == 0);
  MPI_Type_free(&empty);
  MPI_Send_c(out, BIG, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv_c(in, BIG, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == 0 && status.MPI_SOURCE == MPI_PROC_NULL && status.MPI_TAG == MPI_ANY_TAG);
}

static void errors(void) {
  MPI_Comm comm;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Status status;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Send_c(out, -1, MPI_INT, 0, 0, comm), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Ssend_c(out, -BIG, MPI_INT, 0, 0, comm), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Isend_c(NULL, BIG, MPI_INT, 0, 0, comm, &request), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Irecv_c(in, -1, MPI_INT, 0, 0, comm, &request), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Recv_c(NULL, 1, MPI_INT, 0, 0, comm, &status), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Recv_init_c(in, 1, MPI_DATATYPE_NULL, 0, 0, comm, &request), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Send_init_c(out, 1, MPI_INT, size, 0, comm, &request), MPI_ERR_RANK);
  CHECK_ERROR(MPI_Isendrecv_c(out, 1, MPI_INT, 0, 0, in, -1, MPI_INT, 0, 0, comm, &request), MPI_ERR_COUNT);
  CHECK(request == MPI_REQUEST_NULL);
  /* Not more bytes than a long counts. */
  CHECK(MPI_Send_c(out, (MPI_Count) 1 << 62, MPI_INT, 0, 0, comm) != MPI_SUCCESS);
  MPI_Isend_c(out, 4, MPI_INT, rank, 1, comm, &request);
  CHECK_ERROR(MPI_Recv_c(in, 2, MPI_INT, rank, 1, comm, &status), MPI_ERR_TRUNCATE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  for (int i = 0; i < LENGTH; i++) out[i] = rank * LENGTH + i;
  blocking();
  started();
  buffered();
  both_ways();
  matched();
  no_bytes();
  errors();
  return check_end();
}
