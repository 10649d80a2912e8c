/* Collectives among neighbours whose counts are MPI_Count (section 2.5.8): blocking, started, set up. */
#include "check.h"

enum { EDGES = 3, ALL = 6 };

static int rank, size, left, right, n;
static MPI_Comm ring;

/* Two edges to the right neighbour; the first rank has an edge to itself besides. */
static void make(void) {
  left = (rank + size - 1) % size;
  right = (rank + 1) % size;
  n = rank == 0 ? EDGES : EDGES - 1;
  int sources[EDGES] = {left, left, 0}, destinations[EDGES] = {right, right, 0};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, sources, MPI_UNWEIGHTED, n, destinations, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &ring);
}

/* What a rank sends, edge k k + 1 ints of it; and what lies where nothing arrives. */
static void fill(int *out, int *in, int more) {
  for (int i = 0; i < ALL; i++) {
    out[i] = more + rank * 10 + i;
    in[i] = -1;
  }
}

/* One int has come by each edge, the same by all that begin at one rank. */
static void gathered(const int *in, int more) {
  for (int i = 0; i < EDGES; i++) CHECK(in[i] == (i >= n ? -1 : more + (i < 2 ? left : 0) * 10));
}

static void gathered_backwards(const int *in, int more) {
  int turned[EDGES] = {in[2], in[1], in[0]};
  gathered(turned, more);
}

/* Its own int has come by each edge. */
static void each(const int *in, int more) {
  for (int i = 0; i < ALL; i++) CHECK(in[i] == (i >= n ? -1 : more + (i < 2 ? left : 0) * 10 + i));
}

/* k + 1 ints have come by edge k. */
static void several(const int *in, int more) {
  for (int i = 0; i < ALL; i++) CHECK(in[i] == (i < 3 ? more + left * 10 + i : rank == 0 ? more + i : -1));
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  make();
  int out[ALL], a[ALL], b[ALL], c[ALL], d[ALL], e[ALL];
  MPI_Count one[EDGES] = {1, 1, 1}, counts[EDGES] = {1, 2, 3};
  MPI_Aint back[EDGES] = {2, 1, 0}, displs[EDGES] = {0, 1, 3}, bytes[EDGES] = {0, 4, 12};
  MPI_Datatype types[EDGES] = {MPI_INT, MPI_INT, MPI_INT};

  fill(out, a, 0), fill(out, b, 0), fill(out, c, 0), fill(out, d, 0);
  MPI_Neighbor_allgather_c(out, 1, MPI_INT, a, 1, MPI_INT, ring);
  gathered(a, 0);
  MPI_Neighbor_allgatherv_c(out, 1, MPI_INT, b, one, back, MPI_INT, ring);
  gathered_backwards(b, 0);
  MPI_Neighbor_alltoall_c(out, 1, MPI_INT, c, 1, MPI_INT, ring);
  each(c, 0);
  MPI_Neighbor_alltoallw_c(out, counts, bytes, types, d, counts, bytes, types, ring);
  several(d, 0);

  MPI_Request r[5];
  fill(out, a, 500), fill(out, b, 500), fill(out, c, 500), fill(out, d, 500), fill(out, e, 500);
  MPI_Ineighbor_allgather_c(out, 1, MPI_INT, a, 1, MPI_INT, ring, &r[0]);
  MPI_Ineighbor_allgatherv_c(out, 1, MPI_INT, b, one, back, MPI_INT, ring, &r[1]);
  MPI_Ineighbor_alltoall_c(out, 1, MPI_INT, c, 1, MPI_INT, ring, &r[2]);
  MPI_Ineighbor_alltoallv_c(out, counts, displs, MPI_INT, d, counts, displs, MPI_INT, ring, &r[3]);
  MPI_Ineighbor_alltoallw_c(out, counts, bytes, types, e, counts, bytes, types, ring, &r[4]);
  MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
  gathered(a, 500), gathered_backwards(b, 500), each(c, 500), several(d, 500), several(e, 500);

  /* The arrays are free for other use once the call that sets up has returned. */
  MPI_Info info = MPI_INFO_NULL;
  MPI_Neighbor_allgather_init_c(out, 1, MPI_INT, a, 1, MPI_INT, ring, info, &r[0]);
  MPI_Neighbor_allgatherv_init_c(out, 1, MPI_INT, b, one, back, MPI_INT, ring, info, &r[1]);
  MPI_Neighbor_alltoall_init_c(out, 1, MPI_INT, c, 1, MPI_INT, ring, info, &r[2]);
  MPI_Neighbor_alltoallv_init_c(out, counts, displs, MPI_INT, d, counts, displs, MPI_INT, ring, info, &r[3]);
  MPI_Neighbor_alltoallw_init_c(out, counts, bytes, types, e, counts, bytes, types, ring, info, &r[4]);
  for (int i = 0; i < EDGES; i++) {
    one[i] = counts[i] = back[i] = displs[i] = bytes[i] = -1;
    types[i] = MPI_DATATYPE_NULL;
  }
  for (int more = 1000; more < 4000; more += 1000) {
    fill(out, a, more), fill(out, b, more), fill(out, c, more), fill(out, d, more), fill(out, e, more);
    MPI_Startall(5, r);
    MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
    gathered(a, more), gathered_backwards(b, more), each(c, more), several(d, more), several(e, more);
  }
  for (int i = 0; i < 5; i++) MPI_Request_free(&r[i]);

  MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Neighbor_allgather_c(out, -1, MPI_INT, a, 1, MPI_INT, ring), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Neighbor_alltoall_c(out, 1, MPI_INT, a, -1, MPI_INT, ring), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Neighbor_allgatherv_c(out, 1, MPI_INT, a, counts, displs, MPI_INT, ring), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Ineighbor_alltoallv_c(out, NULL, displs, MPI_INT, a, counts, displs, MPI_INT, ring, &r[0]),
              MPI_ERR_ARG);
  CHECK_ERROR(MPI_Ineighbor_alltoallw_c(out, counts, bytes, types, a, counts, bytes, types, ring, &r[0]), MPI_ERR_TYPE);
  CHECK(r[0] == MPI_REQUEST_NULL);
  MPI_Comm_free(&ring);
  return check_end();
}
