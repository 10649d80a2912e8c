/* What programs share in which ranks fail: each runs one task, which its first argument names. */
#ifndef FAULT_H
#define FAULT_H

#include "check.h"
#include <mpi-ext.h>
#include <signal.h>
#include <unistd.h>

struct task {
  const char *name;
  void (*run)(void);
};

/* comm is of all ranks, and errors on it are returned. */
static int rank, size;
static MPI_Comm comm;

/* Returns once all that live have come so far: whoever is inside a collective operation would fail with one. */
static inline void meet(void) {
  int bits = 0;
  MPIX_Comm_agree(comm, &bits);
}

static inline void dies(int which) {
  meet();
  if (rank == which) raise(SIGKILL);
}

/* Returns once a rank is known to have failed. */
static inline void await_failure(MPI_Comm in, int which) {
  int got;
  CHECK_ERROR(MPI_Recv(&got, 1, MPI_INT, which, 99, in, MPI_STATUS_IGNORE), MPIX_ERR_PROC_FAILED);
}

/* So many ranks are left, and what they do together works. */
static inline void works(MPI_Comm left, int ranks) {
  int one = 1, sum = 0, its;
  MPI_Comm_size(left, &its);
  CHECK(its == ranks);
  CHECK(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, left) == MPI_SUCCESS);
  CHECK(sum == ranks);
}

static inline int fault_main(int argc, char **argv, const struct task *tasks) {
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  for (; tasks->name != NULL && strcmp(tasks->name, argv[1]) != 0; tasks++) continue;
  CHECK(tasks->name != NULL);
  tasks->run();
  MPI_Finalize();
  puts("well");
  return 0;
}

#endif
