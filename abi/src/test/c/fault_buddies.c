/*
 * Ranks keep a copy of their state at their neighbour. One fails in the middle of the work; the others shrink, spawn
 * a rank in its place, merge in the old order, give it its state back, and all finish the work.
 */
#include "check.h"
#include <mpi-ext.h>
#include <signal.h>

enum { LOST = 2, STEPS = 10, FAILS_AT = 5 };

static int rank, size, step, value, copy;

/* The copy is that of the rank before. */
static int save(MPI_Comm world) {
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  return MPI_Sendrecv(&value, 1, MPI_INT, next, 0, &copy, 1, MPI_INT, before, 0, world, MPI_STATUS_IGNORE);
}

/* The ranks that are left and a new one, in the order of the old ranks; the new one is told which it is. */
static MPI_Comm merged(MPI_Comm with, int is_new, int lost) {
  MPI_Comm all, ordered;
  CHECK(MPI_Intercomm_merge(with, is_new, &all) == MPI_SUCCESS);
  int news[2] = {lost, step};
  CHECK(MPI_Bcast(news, 2, MPI_INT, 0, all) == MPI_SUCCESS);
  if (is_new) {
    rank = news[0];
    step = news[1];
  }
  CHECK(MPI_Comm_split(all, 0, rank, &ordered) == MPI_SUCCESS);
  MPI_Comm_free(&all);
  MPI_Comm_set_errhandler(ordered, MPI_ERRORS_RETURN);
  MPI_Comm_size(ordered, &size);
  if (rank == (news[0] + 1) % size) MPI_Send(&copy, 1, MPI_INT, news[0], 1, ordered);
  if (is_new) MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 1, ordered, MPI_STATUS_IGNORE);
  CHECK(save(ordered) == MPI_SUCCESS);
  return ordered;
}

static MPI_Comm repaired(MPI_Comm world, char *program) {
  MPI_Comm left, with;
  MPI_Group failed, all;
  int zero = 0, lost, sum;
  MPIX_Comm_revoke(world);
  CHECK(MPIX_Comm_shrink(world, &left) == MPI_SUCCESS);
  MPIX_Comm_get_failed(world, &failed);
  MPI_Comm_group(world, &all);
  MPI_Group_translate_ranks(failed, 1, &zero, all, &lost);
  CHECK(lost == LOST);
  CHECK(MPI_Allreduce(&step, &sum, 1, MPI_INT, MPI_SUM, left) == MPI_SUCCESS);
  CHECK(sum == (size - 1) * FAILS_AT);
  CHECK(MPI_Comm_spawn(program, MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, left, &with, MPI_ERRCODES_IGNORE) ==
        MPI_SUCCESS);
  MPI_Comm_free(&left);
  return merged(with, 0, lost);
}

int main(int argc, char **argv) {
  MPI_Comm parent, world;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL) {
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_set_errhandler(world, MPI_ERRORS_RETURN);
    value = rank;
    CHECK(save(world) == MPI_SUCCESS);
  } else {
    world = merged(parent, 1, 0);
  }
  while (step < STEPS) {
    int sum, bits = 0;
    MPIX_Comm_agree(world, &bits); /* all are in the same step */
    if (step == FAILS_AT && parent == MPI_COMM_NULL && rank == LOST) raise(SIGKILL);
    if (MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, world) != MPI_SUCCESS) {
      world = repaired(world, argv[0]);
      continue;
    }
    value += sum;
    CHECK(save(world) == MPI_SUCCESS);
    step++;
  }
  /* Each step adds the sum of all to each of four: the sum grows fivefold. */
  int sum, expected = size * (size - 1) / 2;
  for (int i = 0; i < STEPS; i++) expected *= size + 1;
  CHECK(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, world) == MPI_SUCCESS);
  CHECK(sum == expected);
  MPI_Finalize();
  puts("well");
  return 0;
}
