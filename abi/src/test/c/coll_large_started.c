/* Started and set up collectives whose counts are MPI_Count (section 2.5.8). Arrays of counts belong to
   a started operation until its end; those of one that is set up are free at once. */
#include "check.h"
#include <stdint.h>

#define RANKS 8
#define KINDS 14

static int rank, size, sum, two[RANKS];
static MPI_Count counts[RANKS];
static MPI_Aint displs[RANKS], bytes[RANKS];
static MPI_Datatype types[RANKS];

static void clear(int *array) {
  for (int i = 0; i < size; i++) array[i] = -1;
}

static void started(void) {
  MPI_Comm c = MPI_COMM_WORLD;
  MPI_Request r[KINDS];
  int n = 0, back = size - 1 - rank;
  int bcast = rank == 0 ? 7 : -1, gather[RANKS], scatter = -1, scatterv = -1, all[RANKS], allv[RANKS];
  int to[RANKS], tov[RANKS], reduce = -1, block = -1, part = -1, scan = -1, exscan = -7;
  MPI_Ibcast_c(&bcast, 1, MPI_INT, 0, c, &r[n++]);
  MPI_Igather_c(&rank, 1, MPI_INT, gather, 1, MPI_INT, 0, c, &r[n++]);
  MPI_Iscatter_c(two, 1, MPI_INT, &scatter, 1, MPI_INT, 0, c, &r[n++]);
  MPI_Iscatterv_c(two, counts, displs, MPI_INT, &scatterv, 1, MPI_INT, 0, c, &r[n++]);
  MPI_Iallgather_c(&rank, 1, MPI_INT, all, 1, MPI_INT, c, &r[n++]);
  MPI_Iallgatherv_c(&rank, 1, MPI_INT, allv, counts, displs, MPI_INT, c, &r[n++]);
  MPI_Ialltoall_c(two, 1, MPI_INT, to, 1, MPI_INT, c, &r[n++]);
  MPI_Ialltoallv_c(two, counts, displs, MPI_INT, tov, counts, displs, MPI_INT, c, &r[n++]);
  MPI_Ireduce_c(&rank, &reduce, 1, MPI_INT, MPI_SUM, 0, c, &r[n++]);
  MPI_Ireduce_scatter_block_c(two, &block, 1, MPI_INT, MPI_SUM, c, &r[n++]);
  MPI_Ireduce_scatter_c(two, &part, counts, MPI_INT, MPI_SUM, c, &r[n++]);
  MPI_Iscan_c(&rank, &scan, 1, MPI_INT, MPI_SUM, c, &r[n++]);
  MPI_Iexscan_c(&rank, &exscan, 1, MPI_INT, MPI_SUM, c, &r[n++]);
  MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
  for (int i = 0; i < n; i++) CHECK(r[i] == MPI_REQUEST_NULL);
  CHECK(bcast == 7 && scatter == rank && scatterv == back);
  for (int i = 0; i < size; i++) {
    CHECK(rank != 0 || gather[i] == i);
    CHECK(all[i] == i && allv[size - 1 - i] == i);
    CHECK(to[i] == i * 100 + rank && tov[size - 1 - i] == i * 100 + back);
  }
  CHECK(rank != 0 || reduce == sum);
  CHECK(block == sum * 100 + size * rank && part == block);
  CHECK(scan == rank * (rank + 1) / 2);
  CHECK(exscan == (rank == 0 ? -7 : rank * (rank - 1) / 2));
}

static void set_up(void) {
  MPI_Comm c = MPI_COMM_WORLD;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Request r[KINDS];
  int n = 0, mine, bcast, gather[RANKS], gatherv[RANKS], scatter, scatterv, all[RANKS], allv[RANKS];
  int to[RANKS], tow[RANKS], reduce, allreduce, block, scan, exscan = -7;
  MPI_Bcast_init_c(&bcast, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Gather_init_c(&mine, 1, MPI_INT, gather, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Gatherv_init_c(&mine, 1, MPI_INT, gatherv, counts, displs, MPI_INT, 0, c, info, &r[n++]);
  MPI_Scatter_init_c(two, 1, MPI_INT, &scatter, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Scatterv_init_c(two, counts, displs, MPI_INT, &scatterv, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Allgather_init_c(&mine, 1, MPI_INT, all, 1, MPI_INT, c, info, &r[n++]);
  MPI_Allgatherv_init_c(&mine, 1, MPI_INT, allv, counts, displs, MPI_INT, c, info, &r[n++]);
  MPI_Alltoall_init_c(two, 1, MPI_INT, to, 1, MPI_INT, c, info, &r[n++]);
  MPI_Alltoallw_init_c(two, counts, bytes, types, tow, counts, bytes, types, c, info, &r[n++]);
  MPI_Reduce_init_c(&mine, &reduce, 1, MPI_INT, MPI_SUM, 0, c, info, &r[n++]);
  MPI_Allreduce_init_c(&mine, &allreduce, 1, MPI_INT, MPI_MAX, c, info, &r[n++]);
  MPI_Reduce_scatter_block_init_c(two, &block, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  MPI_Scan_init_c(&mine, &scan, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  MPI_Exscan_init_c(&mine, &exscan, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  CHECK(n == KINDS);
  for (int i = 0; i < size; i++) {
    counts[i] = displs[i] = bytes[i] = -1;
    types[i] = MPI_DATATYPE_NULL;
  }
  for (int run = 0; run < 2; run++) {
    int more = run * 10000, back = size - 1 - rank;
    mine = rank + run;
    bcast = rank == 0 ? run : -1;
    scatter = scatterv = reduce = allreduce = block = scan = -1;
    clear(gather), clear(gatherv), clear(all), clear(allv), clear(to), clear(tow);
    for (int i = 0; i < size; i++) two[i] = more + rank * 100 + i;
    MPI_Startall(n, r);
    MPI_Waitall(n, r, MPI_STATUSES_IGNORE);
    CHECK(bcast == run && scatter == more + rank && scatterv == more + back);
    for (int i = 0; i < size; i++) {
      CHECK(rank != 0 || (gather[i] == i + run && gatherv[size - 1 - i] == i + run));
      CHECK(all[i] == i + run && allv[size - 1 - i] == i + run);
      CHECK(to[i] == more + i * 100 + rank && tow[size - 1 - i] == more + i * 100 + back);
    }
    CHECK(rank != 0 || reduce == sum + size * run);
    CHECK(allreduce == size - 1 + run);
    CHECK(block == size * (more + rank) + sum * 100);
    CHECK(scan == rank * (rank + 1) / 2 + (rank + 1) * run);
    CHECK(exscan == (rank == 0 ? -7 : rank * (rank - 1) / 2 + rank * run));
  }
  while (n > 0) MPI_Request_free(&r[--n]);
}

/* On all ranks alike, and before anything is sent. */
static void errors(void) {
  MPI_Comm c;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Info info = MPI_INFO_NULL;
  int a[RANKS] = {0}, b[RANKS];
  MPI_Count bad[RANKS], huge[RANKS];
  MPI_Aint zero[RANKS] = {0}, far[RANKS];
  for (int i = 0; i < RANKS; i++) {
    bad[i] = -1;
    huge[i] = far[i] = INT64_MAX;
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &c);
  MPI_Comm_set_errhandler(c, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Ibcast_c(a, -1, MPI_INT, 0, c, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Bcast_init_c(NULL, (MPI_Count) 3 << 31, MPI_INT, 0, c, info, &r), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Iallgatherv_c(a, 1, MPI_INT, b, bad, zero, MPI_INT, c, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Iallgatherv_c(a, 1, MPI_INT, b, NULL, zero, MPI_INT, c, &r), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Ialltoallv_c(a, bad, zero, MPI_INT, b, bad, zero, MPI_INT, c, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Alltoallw_init_c(a, bad, zero, types, b, bad, zero, types, c, info, &r), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Alltoallw_init_c(a, NULL, zero, types, b, NULL, zero, types, c, info, &r), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Alltoallw_init_c(a, huge, zero, NULL, b, huge, zero, NULL, c, info, &r), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Iallgatherv_c(a, 1, MPI_INT, b, huge, far, MPI_INT, c, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Iallgather_c(a, 1, MPI_INT, b, INT64_MAX, MPI_INT, c, &r), size > 1 ? MPI_ERR_COUNT : MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Ireduce_scatter_c(a, b, bad, MPI_INT, MPI_SUM, c, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Ireduce_scatter_c(a, b, huge, MPI_INT, MPI_SUM, c, &r), size > 1 ? MPI_ERR_COUNT : MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Reduce_scatter_block_init_c(a, b, -1, MPI_INT, MPI_SUM, c, info, &r), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Allreduce_init_c(a, b, 1, MPI_INT, MPI_OP_NULL, c, info, &r), MPI_ERR_OP);
  CHECK_ERROR(MPI_Iscan_c(a, b, -1, MPI_INT, MPI_SUM, c, &r), MPI_ERR_COUNT);
  CHECK(r == MPI_REQUEST_NULL);
  MPI_Comm_free(&c);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  sum = size * (size - 1) / 2;
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    displs[i] = size - 1 - i;
    bytes[i] = 4 * displs[i];
    types[i] = MPI_INT;
    two[i] = rank * 100 + i;
  }
  started();
  set_up();
  errors();
  return check_end();
}
