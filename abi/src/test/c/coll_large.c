/* The functions whose counts are MPI_Count (section 2.5.8), in all three forms. */
#include "check.h"

#define RANKS 8

int main(int argc, char **argv) {
  int rank, size, n = 0;
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  MPI_Comm c = MPI_COMM_WORLD;
  MPI_Count one = 1, counts[RANKS];
  MPI_Aint displs[RANKS], bytes[RANKS];
  MPI_Datatype types[RANKS];
  int two[RANKS], in[RANKS], value;
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    displs[i] = size - 1 - i;
    bytes[i] = 4 * displs[i];
    types[i] = MPI_INT;
    two[i] = rank * 10 + i;
  }
  int back = size - 1 - rank, sum = size * (size - 1) / 2;

  value = rank == 0 ? 7 : -1;
  MPI_Bcast_c(&value, one, MPI_INT, 0, c);
  CHECK(value == 7);
  MPI_Gather_c(&rank, one, MPI_INT, in, one, MPI_INT, 0, c);
  CHECK(rank != 0 || in[size - 1] == size - 1);
  MPI_Gatherv_c(&rank, one, MPI_INT, in, counts, displs, MPI_INT, 0, c);
  CHECK(rank != 0 || in[0] == size - 1);
  MPI_Scatter_c(two, one, MPI_INT, &value, one, MPI_INT, 0, c);
  CHECK(value == rank);
  MPI_Scatterv_c(two, counts, displs, MPI_INT, &value, one, MPI_INT, 0, c);
  CHECK(value == back);
  MPI_Allgather_c(&rank, one, MPI_INT, in, one, MPI_INT, c);
  CHECK(in[size - 1] == size - 1);
  MPI_Allgatherv_c(&rank, one, MPI_INT, in, counts, displs, MPI_INT, c);
  CHECK(in[0] == size - 1);
  MPI_Alltoall_c(two, one, MPI_INT, in, one, MPI_INT, c);
  CHECK(in[size - 1] == (size - 1) * 10 + rank);
  MPI_Alltoallv_c(two, counts, displs, MPI_INT, in, counts, displs, MPI_INT, c);
  CHECK(in[0] == (size - 1) * 10 + back);
  in[0] = -1;
  MPI_Alltoallw_c(two, counts, bytes, types, in, counts, bytes, types, c);
  CHECK(in[0] == (size - 1) * 10 + back);
  MPI_Reduce_c(&rank, &value, one, MPI_INT, MPI_SUM, 0, c);
  CHECK(rank != 0 || value == sum);
  MPI_Allreduce_c(&rank, &value, one, MPI_INT, MPI_SUM, c);
  CHECK(value == sum);
  MPI_Reduce_scatter_block_c(two, &value, one, MPI_INT, MPI_SUM, c);
  CHECK(value == sum * 10 + size * rank);
  value = -1;
  MPI_Reduce_scatter_c(two, &value, counts, MPI_INT, MPI_SUM, c);
  CHECK(value == sum * 10 + size * rank);
  MPI_Scan_c(&rank, &value, one, MPI_INT, MPI_SUM, c);
  CHECK(value == rank * (rank + 1) / 2);
  value = -1;
  MPI_Exscan_c(&rank, &value, one, MPI_INT, MPI_SUM, c);
  CHECK(value == (rank == 0 ? -1 : rank * (rank - 1) / 2));
  int a = 3, b = 4;
  MPI_Reduce_local_c(&a, &b, one, MPI_INT, MPI_PROD);
  CHECK(b == 12);

  /* One of each kind of arguments in the other two forms. */
  MPI_Request r[8];
  int gathered[RANKS], moved[RANKS], total = -1, again[RANKS], part = -1;
  MPI_Igatherv_c(&rank, one, MPI_INT, gathered, counts, displs, MPI_INT, 0, c, &r[n++]);
  MPI_Ialltoallw_c(two, counts, bytes, types, moved, counts, bytes, types, c, &r[n++]);
  MPI_Iallreduce_c(&rank, &total, one, MPI_INT, MPI_SUM, c, &r[n++]);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  CHECK(rank != 0 || gathered[0] == size - 1);
  CHECK(moved[0] == (size - 1) * 10 + back);
  CHECK(total == sum);
  n = 0;
  MPI_Alltoallv_init_c(two, counts, displs, MPI_INT, again, counts, displs, MPI_INT, c,
                       MPI_INFO_NULL, &r[n++]);
  MPI_Reduce_scatter_init_c(two, &part, counts, MPI_INT, MPI_SUM, c, MPI_INFO_NULL, &r[n++]);
  MPI_Startall(n, r);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  CHECK(again[0] == (size - 1) * 10 + back);
  CHECK(part == sum * 10 + size * rank);
  while (n > 0)
    MPI_Request_free(&r[--n]);
  return check_end();
}
