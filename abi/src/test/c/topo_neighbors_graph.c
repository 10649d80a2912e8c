/* Collectives among the neighbours of a graph (section 8.6): as many blocks come in as there are
   sources, and go out as there are destinations; two edges to one rank keep their order. */
#include "check.h"

#define RANKS 8

static int rank, size;

/* A star, the same edges both ways. */
static void graph(void) {
  int index[RANKS], edges[2 * RANKS], in[RANKS], out[RANKS];
  for (int i = 0; i < size; i++)
    index[i] = size - 1 + i;
  for (int i = 0; i < size - 1; i++) {
    edges[i] = i + 1;
    edges[size - 1 + i] = 0;
  }
  MPI_Comm star;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &star);
  int n = rank == 0 ? size - 1 : 1;
  for (int i = 0; i < n; i++)
    out[i] = rank * 10 + i;
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, star);
  for (int i = 0; i < n; i++)
    CHECK(in[i] == (rank == 0 ? i + 1 : 0));
  MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, star);
  for (int i = 0; i < n; i++)
    CHECK(in[i] == (rank == 0 ? (i + 1) * 10 : rank - 1));
  MPI_Comm_free(&star);
}

/* Two edges to the right neighbour; the first rank has an edge to itself besides. */
static void dist_graph(void) {
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  int n = rank == 0 ? 3 : 2;
  int sources[3] = {left, left, 0}, destinations[3] = {right, right, 0};
  MPI_Comm c;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n, sources, MPI_UNWEIGHTED, n, destinations,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
  /* Edge k carries k + 1 elements. */
  int out[6], in[7] = {-1, -1, -1, -1, -1, -1, -1};
  int counts[3] = {1, 2, 3}, displs[3] = {0, 1, 3};
  for (int i = 0; i < 6; i++)
    out[i] = rank * 10 + i;
  MPI_Neighbor_alltoallv(out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, c);
  for (int i = 0; i < 6; i++)
    CHECK(in[i] == (i < 3 ? left * 10 + i : rank == 0 ? i : -1));

  MPI_Count large[3] = {1, 2, 3};
  MPI_Aint far[3] = {0, 1, 3};
  for (int i = 0; i < 6; i++)
    in[i] = -1;
  MPI_Neighbor_alltoallv_c(out, large, far, MPI_INT, in, large, far, MPI_INT, c);
  for (int i = 0; i < 6; i++)
    CHECK(in[i] == (i < 3 ? left * 10 + i : rank == 0 ? i : -1));
  MPI_Comm_free(&c);
}

/* Edges to the first rank only: it sends nothing, and others receive nothing. */
static void one_way(void) {
  int sources[RANKS], zero = 0, in[RANKS];
  for (int i = 1; i < size; i++)
    sources[i - 1] = size - i; /* backwards */
  MPI_Comm c;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? size - 1 : 0, sources, MPI_UNWEIGHTED,
                                 rank == 0 ? 0 : 1, &zero, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &c);
  MPI_Neighbor_alltoall(&rank, 1, MPI_INT, in, 1, MPI_INT, c);
  for (int i = 1; i < size && rank == 0; i++)
    CHECK(in[i - 1] == size - i);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, c);
  for (int i = 1; i < size && rank == 0; i++)
    CHECK(in[i - 1] == size - i);
  MPI_Comm_free(&c);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  if (size < 2)
    return check_end();
  graph();
  dist_graph();
  one_way();
  return check_end();
}
