/* Intercommunicators: two groups that talk to each other (section 7.6). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  if (size > 1) {
    int low = rank < (size + 1) / 2, n, local, flag, got;
    MPI_Comm half, inter, merged;
    MPI_Comm_split(MPI_COMM_WORLD, low, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, low ? (size + 1) / 2 : 0, 12, &inter);
    MPI_Comm_test_inter(inter, &flag);
    CHECK(flag);
    MPI_Comm_remote_size(inter, &n);
    CHECK(n == (low ? size / 2 : (size + 1) / 2));
    MPI_Comm_rank(inter, &local);
    if (local == 0) {
      MPI_Sendrecv(&rank, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE);
      CHECK(got == (low ? (size + 1) / 2 : 0));
    }
    int root = low ? (local == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0, value = low ? 42 : 0;
    MPI_Bcast(&value, 1, MPI_INT, root, inter);
    CHECK(value == 42);
    int one = 1, sum;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == n); /* of the other group */
    MPI_Intercomm_merge(inter, !low, &merged);
    MPI_Comm_rank(merged, &got);
    CHECK(got == rank);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
  }
  return check_end();
}
