/* All collectives that only start (section 6.12), all under way at once on one communicator, with
   point-to-point messages and a blocking collective between them, completed in reverse order. */
#include "check.h"

#define RANKS 8

int main(int argc, char **argv) {
  int rank, size, n = 0;
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  MPI_Request r[32];
  int one[RANKS], two[RANKS], counts[RANKS], displs[RANKS], bytes[RANKS];
  MPI_Datatype types[RANKS];
  for (int i = 0; i < size; i++) {
    one[i] = 1;
    two[i] = rank * 100 + i;
    counts[i] = 1;
    displs[i] = size - 1 - i; /* backwards */
    bytes[i] = 4 * displs[i];
    types[i] = MPI_INT;
  }
  int sum = size * (size - 1) / 2;

  int ring_in = -1, left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Irecv(&ring_in, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &r[n++]);

  MPI_Ibarrier(MPI_COMM_WORLD, &r[n++]);
  int bcast = rank == 0 ? 42 : -1;
  MPI_Ibcast(&bcast, 1, MPI_INT, 0, MPI_COMM_WORLD, &r[n++]);
  int gather[RANKS], gatherv[RANKS];
  MPI_Igather(&rank, 1, MPI_INT, gather, 1, MPI_INT, 0, MPI_COMM_WORLD, &r[n++]);
  MPI_Igatherv(&rank, 1, MPI_INT, gatherv, counts, displs, MPI_INT, size - 1, MPI_COMM_WORLD,
               &r[n++]);
  int scatter = -1, scatterv = -1;
  MPI_Iscatter(two, 1, MPI_INT, &scatter, 1, MPI_INT, 0, MPI_COMM_WORLD, &r[n++]);
  MPI_Iscatterv(two, counts, displs, MPI_INT, &scatterv, 1, MPI_INT, size - 1, MPI_COMM_WORLD,
                &r[n++]);
  int allgather[RANKS], allgatherv[RANKS];
  MPI_Iallgather(&rank, 1, MPI_INT, allgather, 1, MPI_INT, MPI_COMM_WORLD, &r[n++]);
  MPI_Iallgatherv(&rank, 1, MPI_INT, allgatherv, counts, displs, MPI_INT, MPI_COMM_WORLD, &r[n++]);
  int alltoall[RANKS], alltoallv[RANKS], alltoallw[RANKS];
  MPI_Ialltoall(two, 1, MPI_INT, alltoall, 1, MPI_INT, MPI_COMM_WORLD, &r[n++]);
  MPI_Ialltoallv(two, counts, displs, MPI_INT, alltoallv, counts, displs, MPI_INT, MPI_COMM_WORLD,
                 &r[n++]);
  MPI_Ialltoallw(two, counts, bytes, types, alltoallw, counts, bytes, types, MPI_COMM_WORLD,
                 &r[n++]);

  MPI_Send(&rank, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
  int between = -1;
  MPI_Allreduce(&rank, &between, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(between == sum);

  int reduce = -1, allreduce = -1, block = -1, part = -1, scan = -1, exscan = -7;
  MPI_Ireduce(&rank, &reduce, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD, &r[n++]);
  MPI_Iallreduce(&rank, &allreduce, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &r[n++]);
  MPI_Ireduce_scatter_block(one, &block, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[n++]);
  MPI_Ireduce_scatter(two, &part, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[n++]);
  MPI_Iscan(&rank, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[n++]);
  MPI_Iexscan(&rank, &exscan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r[n++]);

  while (n > 0) {
    MPI_Wait(&r[--n], MPI_STATUS_IGNORE);
    CHECK(r[n] == MPI_REQUEST_NULL);
  }

  CHECK(ring_in == left);
  CHECK(bcast == 42);
  CHECK(scatter == rank);
  CHECK(scatterv == (size - 1) * 100 + displs[rank]);
  for (int i = 0; i < size; i++) {
    CHECK(rank != 0 || gather[i] == i);
    CHECK(rank != size - 1 || gatherv[displs[i]] == i);
    CHECK(allgather[i] == i);
    CHECK(allgatherv[displs[i]] == i);
    CHECK(alltoall[i] == i * 100 + rank);
    CHECK(alltoallv[displs[i]] == i * 100 + displs[rank]);
    CHECK(alltoallw[displs[i]] == i * 100 + displs[rank]);
  }
  CHECK(rank != 0 || reduce == sum);
  CHECK(allreduce == size - 1);
  CHECK(block == size);
  CHECK(part == sum * 100 + size * rank);
  CHECK(scan == rank * (rank + 1) / 2);
  CHECK(exscan == (rank == 0 ? -7 : rank * (rank - 1) / 2));
  return check_end();
}
