/* Ranks of 4 fail, and the others go on without them. */
#include "fault.h"

static int calls, seen;
static MPI_Comm where;

static void handler(MPI_Comm *of, int *code, ...) {
  calls++;
  seen = *code;
  where = *of;
}

static void err_returns(void) {
  char text[MPI_MAX_ERROR_STRING];
  int length, code;
  dies(3);
  code = MPI_Barrier(comm);
  CHECK(code == MPIX_ERR_PROC_FAILED);
  MPI_Error_string(code, text, &length);
  CHECK(strstr(text, "MPIX_ERR_PROC_FAILED: ") == text && strstr(text, "rank 3 has failed") != NULL);
}

static void err_handler(void) {
  MPI_Errhandler mine;
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(comm, mine);
  dies(3);
  CHECK(MPI_Barrier(comm) == MPIX_ERR_PROC_FAILED);
  CHECK(calls == 1 && seen == MPIX_ERR_PROC_FAILED && where == comm);
}

/* A receive from any rank stays, until the failure is acknowledged. */
static void err_any(void) {
  int got = -1, flag, index, count;
  MPI_Request r, copy;
  MPI_Status s;
  dies(2);
  if (rank == 1) {
    MPI_Recv(&got, 1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
  }
  if (rank != 0) return;
  MPI_Irecv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &r);
  copy = r;
  CHECK_ERROR(MPI_Wait(&r, &s), MPIX_ERR_PROC_FAILED_PENDING);
  CHECK_ERROR(MPI_Test(&r, &flag, &s), MPIX_ERR_PROC_FAILED_PENDING);
  CHECK(flag == 0 && r == copy);
  CHECK_ERROR(MPI_Waitall(1, &r, &s), MPI_ERR_IN_STATUS);
  CHECK(s.MPI_ERROR == MPIX_ERR_PROC_FAILED_PENDING && r == copy);
  CHECK_ERROR(MPI_Waitany(1, &r, &index, &s), MPIX_ERR_PROC_FAILED_PENDING);
  CHECK(index == 0 && r == copy);
  CHECK_ERROR(MPI_Waitsome(1, &r, &count, &index, &s), MPI_ERR_IN_STATUS);
  CHECK(count == 1 && s.MPI_ERROR == MPIX_ERR_PROC_FAILED_PENDING && r == copy);
  CHECK(MPIX_Comm_ack_failed(comm, size, &count) == MPI_SUCCESS && count == 1);
  CHECK(MPI_Test(&r, &flag, &s) == MPI_SUCCESS && flag == 0);
  MPI_Send(&rank, 1, MPI_INT, 1, 1, comm);
  CHECK(MPI_Wait(&r, &s) == MPI_SUCCESS && got == 1 && s.MPI_SOURCE == 1);
  CHECK(r == MPI_REQUEST_NULL);
}

/* The failure of one half is nothing to the other. */
static void err_insulation(void) {
  MPI_Comm half;
  MPI_Comm_split(comm, rank / 2, rank, &half);
  dies(3);
  if (rank < 2) {
    for (int i = 0; i < 100; i++) works(half, 2);
    await_failure(comm, 3);
    works(half, 2);
  } else {
    CHECK_ERROR(MPI_Barrier(half), MPIX_ERR_PROC_FAILED);
  }
}

static void getack(void) {
  int count, ranks[2], in[2] = {0, 1};
  MPI_Group failed, all;
  dies(3);
  await_failure(comm, 3);
  if (rank == 1) {
    for (int i = 0; i < 3; i += 2) MPI_Recv(&count, 1, MPI_INT, i, 0, comm, MPI_STATUS_IGNORE);
    raise(SIGKILL);
  }
  MPI_Send(&rank, 1, MPI_INT, 1, 0, comm);
  await_failure(comm, 1);
  MPIX_Comm_get_failed(comm, &failed);
  MPI_Comm_group(comm, &all);
  MPI_Group_translate_ranks(failed, 2, in, all, ranks);
  CHECK(ranks[0] == 3 && ranks[1] == 1); /* in the order in which they have failed */
  MPIX_Comm_ack_failed(comm, 1, &count);
  CHECK(count == 1);
  MPIX_Comm_failure_get_acked(comm, &failed);
  MPI_Group_size(failed, &count);
  CHECK(count == 1);
  MPIX_Comm_failure_ack(comm);
  MPIX_Comm_ack_failed(comm, 0, &count);
  CHECK(count == 2);
}

/* Who waits for a rank that lives learns that this one has left. */
static void revoked(void) {
  int got, flag;
  if (rank == 0) {
    usleep(100000);
    MPIX_Comm_revoke(comm);
  } else {
    CHECK_ERROR(MPI_Recv(&got, 1, MPI_INT, rank - 1, 0, comm, MPI_STATUS_IGNORE), MPIX_ERR_REVOKED);
  }
  MPIX_Comm_is_revoked(comm, &flag);
  CHECK(flag == 1);
  CHECK_ERROR(MPI_Barrier(comm), MPIX_ERR_REVOKED);
  works(MPI_COMM_WORLD, size);
}

static MPI_Comm survivors(MPI_Comm of) {
  MPI_Comm left;
  CHECK(MPIX_Comm_revoke(of) == MPI_SUCCESS);
  CHECK(MPIX_Comm_shrink(of, &left) == MPI_SUCCESS);
  return left;
}

static void revoke_nofail(void) {
  int bits = 1 << rank;
  MPI_Comm left = survivors(comm);
  CHECK(MPIX_Comm_agree(comm, &bits) == MPI_SUCCESS && bits == 0);
  CHECK(MPI_Comm_free(&comm) == MPI_SUCCESS);
  works(left, size);
  MPI_Comm_free(&left);
}

static void revshrink(void) {
  dies(1);
  CHECK_ERROR(MPI_Barrier(comm), MPIX_ERR_PROC_FAILED);
  MPI_Comm left = survivors(comm);
  works(left, size - 1);
  CHECK(MPI_Comm_free(&left) == MPI_SUCCESS);
}

/* One after the other, until one is left. */
static void revshrinkkill(void) {
  MPI_Comm left = comm;
  for (int last = size - 1; last > 0; last--) {
    works(left, last + 1);
    dies(last);
    while (MPI_Barrier(left) == MPI_SUCCESS) continue;
    left = survivors(left);
  }
  works(left, 1);
}

static void ishrink(void) {
  MPI_Comm left;
  MPI_Request r;
  dies(0);
  await_failure(comm, 0);
  MPIX_Comm_ishrink(comm, &left, &r);
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  works(left, size - 1);
}

/* The flags are told with the error that a failure is new. */
static void agree(void) {
  int bits = ~(1 << rank), wanted = ~13;
  MPI_Request r;
  MPI_Status s;
  dies(1);
  await_failure(comm, 1);
  CHECK_ERROR(MPIX_Comm_agree(comm, &bits), MPIX_ERR_PROC_FAILED);
  CHECK(bits == wanted);
  bits = ~(1 << rank);
  MPIX_Comm_iagree(comm, &bits, &r);
  CHECK_ERROR(MPI_Waitall(1, &r, &s), MPI_ERR_IN_STATUS);
  CHECK(bits == wanted && s.MPI_ERROR == MPIX_ERR_PROC_FAILED && r == MPI_REQUEST_NULL);
  MPIX_Comm_iagree(comm, &bits, &r);
  CHECK_ERROR(MPI_Wait(&r, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
  CHECK(r == MPI_REQUEST_NULL);
  MPIX_Comm_failure_ack(comm);
  CHECK(MPIX_Comm_agree(comm, &bits) == MPI_SUCCESS && bits == wanted);
}

int main(int argc, char **argv) {
  static const struct task tasks[] = {
      {"err_returns", err_returns},
      {"err_handler", err_handler},
      {"err_any", err_any},
      {"err_insulation", err_insulation},
      {"getack", getack},
      {"revoke", revoked},
      {"revoke_nofail", revoke_nofail},
      {"revshrink", revshrink},
      {"revshrinkkill", revshrinkkill},
      {"ishrink", ishrink},
      {"agree", agree},
      {NULL, NULL},
  };
  return fault_main(argc, argv, tasks);
}
