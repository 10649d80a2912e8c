/* All collectives that are set up once (section 6.13), started three times with new data. Arrays of
   counts are free for other use once the call that sets up has returned. */
#include "check.h"

#define RANKS 8
#define KINDS 17

int main(int argc, char **argv) {
  int rank, size, n = 0;
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  MPI_Comm c = MPI_COMM_WORLD;
  MPI_Info info = MPI_INFO_NULL;
  MPI_Request r[KINDS];
  int two[RANKS], counts[RANKS], displs[RANKS], bytes[RANKS];
  MPI_Datatype types[RANKS];
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    displs[i] = size - 1 - i;
    bytes[i] = 4 * displs[i];
    types[i] = MPI_INT;
  }
  int mine, bcast, gather[RANKS], gatherv[RANKS], scatter, scatterv, all[RANKS], allv[RANKS];
  int to[RANKS], tov[RANKS], tow[RANKS], reduce, allreduce, block, part, scan, exscan = -7;
  MPI_Barrier_init(c, info, &r[n++]);
  MPI_Bcast_init(&bcast, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Gather_init(&mine, 1, MPI_INT, gather, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Gatherv_init(&mine, 1, MPI_INT, gatherv, counts, displs, MPI_INT, 0, c, info, &r[n++]);
  MPI_Scatter_init(two, 1, MPI_INT, &scatter, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Scatterv_init(two, counts, displs, MPI_INT, &scatterv, 1, MPI_INT, 0, c, info, &r[n++]);
  MPI_Allgather_init(&mine, 1, MPI_INT, all, 1, MPI_INT, c, info, &r[n++]);
  MPI_Allgatherv_init(&mine, 1, MPI_INT, allv, counts, displs, MPI_INT, c, info, &r[n++]);
  MPI_Alltoall_init(two, 1, MPI_INT, to, 1, MPI_INT, c, info, &r[n++]);
  MPI_Alltoallv_init(two, counts, displs, MPI_INT, tov, counts, displs, MPI_INT, c, info, &r[n++]);
  MPI_Alltoallw_init(two, counts, bytes, types, tow, counts, bytes, types, c, info, &r[n++]);
  MPI_Reduce_init(&mine, &reduce, 1, MPI_INT, MPI_SUM, 0, c, info, &r[n++]);
  MPI_Allreduce_init(&mine, &allreduce, 1, MPI_INT, MPI_MAX, c, info, &r[n++]);
  MPI_Reduce_scatter_block_init(two, &block, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  MPI_Reduce_scatter_init(two, &part, counts, MPI_INT, MPI_SUM, c, info, &r[n++]);
  MPI_Scan_init(&mine, &scan, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  MPI_Exscan_init(&mine, &exscan, 1, MPI_INT, MPI_SUM, c, info, &r[n++]);
  CHECK(n == KINDS);
  int back[RANKS];
  for (int i = 0; i < size; i++) {
    back[i] = displs[i];
    counts[i] = displs[i] = bytes[i] = -1;
    types[i] = MPI_DATATYPE_NULL;
  }

  int sum = size * (size - 1) / 2;
  for (int run = 0; run < 3; run++) {
    mine = rank + run;
    bcast = rank == 0 ? run : -1;
    for (int i = 0; i < size; i++) {
      two[i] = run * 10000 + rank * 100 + i;
      gather[i] = gatherv[i] = all[i] = allv[i] = to[i] = tov[i] = tow[i] = -1;
    }
    scatter = scatterv = reduce = allreduce = block = part = scan = -1;
    MPI_Startall(KINDS, r);
    MPI_Waitall(KINDS, r, MPI_STATUSES_IGNORE);
    for (int i = 0; i < KINDS; i++)
      CHECK(r[i] != MPI_REQUEST_NULL);
    CHECK(bcast == run);
    CHECK(scatter == run * 10000 + rank && scatterv == run * 10000 + back[rank]);
    for (int i = 0; i < size; i++) {
      CHECK(rank != 0 || (gather[i] == i + run && gatherv[back[i]] == i + run));
      CHECK(all[i] == i + run && allv[back[i]] == i + run);
      CHECK(to[i] == run * 10000 + i * 100 + rank);
      CHECK(tov[back[i]] == run * 10000 + i * 100 + back[rank]);
      CHECK(tow[back[i]] == run * 10000 + i * 100 + back[rank]);
    }
    CHECK(rank != 0 || reduce == sum + size * run);
    CHECK(allreduce == size - 1 + run);
    CHECK(block == size * (run * 10000 + rank) + sum * 100 && part == block);
    CHECK(scan == rank * (rank + 1) / 2 + (rank + 1) * run);
    CHECK(exscan == (rank == 0 ? -7 : rank * (rank - 1) / 2 + rank * run));
  }
  for (int i = 0; i < KINDS; i++) {
    MPI_Request_free(&r[i]);
    CHECK(r[i] == MPI_REQUEST_NULL);
  }
  return check_end();
}
