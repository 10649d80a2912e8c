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
    MPI_Group theirs, ours, all, joined;
    MPI_Comm_remote_group(inter, &theirs);
    MPI_Comm_group(inter, &ours);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_translate_ranks(theirs, 1, (int[]){0}, all, &got);
    CHECK(got == (low ? (size + 1) / 2 : 0));
    MPI_Group_union(low ? ours : theirs, low ? theirs : ours, &joined);
    MPI_Group_compare(joined, all, &got);
    CHECK(got == MPI_IDENT);
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

    /* Without a communicator that has both. */
    MPI_Intercomm_create_from_groups(ours, 0, theirs, 0, "two groups", MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter);
    MPI_Comm_remote_size(inter, &got);
    CHECK(got == n);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
    CHECK(sum == n);
    CHECK_ERROR(MPI_Send(&one, 1, MPI_INT, n, 0, inter), MPI_ERR_RANK);
    MPI_Comm_free(&inter);
    MPI_Group_free(&theirs);
    MPI_Group_free(&ours);
    MPI_Group_free(&all);
    MPI_Group_free(&joined);
    MPI_Comm_free(&half);
  }
  return check_end();
}
