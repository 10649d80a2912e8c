/* Rank 1 of 4 fails, and what the others call says so or goes on. */
#include "fault.h"

enum { DEAD = 1 };

static void leave(void) {
  meet();
  if (rank == DEAD) _exit(0);
  await_failure(comm, DEAD);
}

static void aborted(void) {
  if (rank == DEAD) MPI_Abort(MPI_COMM_WORLD, 7);
  sleep(30);
}

static void begin(void) {
  dies(DEAD);
  await_failure(comm, DEAD);
}

static int next(void) {
  return rank == 0 ? 2 : rank == 2 ? 3 : 0;
}

static int before(void) {
  return rank == 0 ? 3 : rank == 2 ? 0 : 2;
}

static void isend_alive(void) {
  int got = -1;
  MPI_Request r[2];
  begin();
  MPI_Isend(&rank, 1, MPI_INT, next(), 0, comm, &r[0]);
  MPI_Irecv(&got, 1, MPI_INT, before(), 0, comm, &r[1]);
  CHECK(MPI_Waitall(2, r, MPI_STATUSES_IGNORE) == MPI_SUCCESS && got == before());
}

static void isend_dead(void) {
  MPI_Request r;
  begin();
  MPI_Isend(&rank, 1, MPI_INT, DEAD, 0, comm, &r);
  CHECK_ERROR(MPI_Wait(&r, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  CHECK(r == MPI_REQUEST_NULL);
}

static void send_dead(void) {
  static char large[1 << 20];
  begin();
  CHECK_ERROR(MPI_Send(&rank, 1, MPI_INT, DEAD, 0, comm), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Ssend(&rank, 1, MPI_INT, DEAD, 0, comm), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Send(large, sizeof large, MPI_BYTE, DEAD, 0, comm), MPIX_ERR_PROC_FAILED);
}

static void recv_dead(void) {
  int got, flag;
  begin();
  CHECK_ERROR(MPI_Recv(&got, 1, MPI_INT, DEAD, 0, comm, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Probe(DEAD, 0, comm, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Iprobe(DEAD, 0, comm, &flag, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
}

/* Each status tells the error of its own receive. */
static void irecv_dead(void) {
  int got[2];
  MPI_Request r[2];
  MPI_Status s[2];
  MPI_Irecv(&got[0], 1, MPI_INT, before(), 0, comm, &r[0]);
  MPI_Irecv(&got[1], 1, MPI_INT, DEAD, 0, comm, &r[1]);
  dies(DEAD);
  MPI_Send(&rank, 1, MPI_INT, next(), 0, comm);
  CHECK_ERROR(MPI_Waitall(2, r, s), MPI_ERR_IN_STATUS);
  CHECK(s[0].MPI_ERROR == MPI_SUCCESS && s[1].MPI_ERROR == MPIX_ERR_PROC_FAILED && got[0] == before());
  CHECK(r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);
}

/* Who needs nothing of the dead rank may not notice. */
static void either(int code, int must_fail) {
  CHECK(code == MPIX_ERR_PROC_FAILED || (code == MPI_SUCCESS && !must_fail));
}

static void collectives(void) {
  int one[4] = {0}, all[4] = {0};
  MPI_Request r;
  begin();
  CHECK_ERROR(MPI_Barrier(comm), MPIX_ERR_PROC_FAILED);
  either(MPI_Bcast(one, 1, MPI_INT, 0, comm), 0);
  either(MPI_Scatter(all, 1, MPI_INT, one, 1, MPI_INT, 0, comm), 0);
  either(MPI_Gather(one, 1, MPI_INT, all, 1, MPI_INT, 0, comm), rank == 0);
  either(MPI_Reduce(one, all, 1, MPI_INT, MPI_SUM, 0, comm), rank == 0);
  CHECK_ERROR(MPI_Allreduce(one, all, 1, MPI_INT, MPI_SUM, comm), MPIX_ERR_PROC_FAILED);
  CHECK_ERROR(MPI_Alltoall(one, 1, MPI_INT, all, 1, MPI_INT, comm), MPIX_ERR_PROC_FAILED);
  MPI_Ibarrier(comm, &r);
  CHECK_ERROR(MPI_Wait(&r, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  MPI_Iallreduce(one, all, 1, MPI_INT, MPI_SUM, comm, &r);
  CHECK_ERROR(MPI_Waitall(1, &r, MPI_STATUSES_IGNORE), MPIX_ERR_PROC_FAILED);
}

/* The failure comes while the others are inside. */
static void barrier(void) {
  meet();
  if (rank == DEAD) {
    usleep(200000);
    raise(SIGKILL);
  }
  CHECK_ERROR(MPI_Barrier(comm), MPIX_ERR_PROC_FAILED);
}

static void failure_ack(void) {
  MPI_Group failed, all;
  int count, zero = 0, which;
  begin();
  MPIX_Comm_failure_get_acked(comm, &failed);
  CHECK(failed == MPI_GROUP_EMPTY);
  MPIX_Comm_failure_ack(comm);
  MPIX_Comm_failure_get_acked(comm, &failed);
  MPI_Group_size(failed, &count);
  MPI_Comm_group(comm, &all);
  MPI_Group_translate_ranks(failed, 1, &zero, all, &which);
  CHECK(count == 1 && which == DEAD);
}

int main(int argc, char **argv) {
  static const struct task tasks[] = {
      {"die", begin},
      {"leave", leave},
      {"abort", aborted},
      {"isend_alive", isend_alive},
      {"isend_dead", isend_dead},
      {"send_dead", send_dead},
      {"recv_dead", recv_dead},
      {"irecv_dead", irecv_dead},
      {"collectives", collectives},
      {"barrier", barrier},
      {"failure_ack", failure_ack},
      {NULL, NULL},
  };
  return fault_main(argc, argv, tasks);
}
