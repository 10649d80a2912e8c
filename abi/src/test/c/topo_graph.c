/* Graphs that every rank knows (sections 8.5.3, 8.5.5 and 8.5.8): a star, its centre rank 0. */
#include "check.h"

#define RANKS 8

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  if (size < 2)
    return check_end();
  int index[RANKS], edges[2 * RANKS];
  for (int i = 0; i < size; i++)
    index[i] = size - 1 + i;
  for (int i = 0; i < size - 1; i++) {
    edges[i] = i + 1;
    edges[size - 1 + i] = 0;
  }
  MPI_Comm c;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &c);

  int kind = -1, nodes = -1, all = -1, n = -1;
  MPI_Topo_test(c, &kind);
  CHECK(kind == MPI_GRAPH);
  MPI_Graphdims_get(c, &nodes, &all);
  CHECK(nodes == size && all == 2 * (size - 1));

  int got_index[RANKS], got_edges[2 * RANKS];
  got_index[1] = got_edges[1] = -1;
  MPI_Graph_get(c, 1, 1, got_index, got_edges); /* room for one of each only */
  CHECK(got_index[0] == index[0] && got_index[1] == -1);
  CHECK(got_edges[0] == edges[0] && got_edges[1] == -1);
  MPI_Graph_get(c, size, all, got_index, got_edges);
  for (int i = 0; i < size; i++)
    CHECK(got_index[i] == index[i]);
  for (int i = 0; i < all; i++)
    CHECK(got_edges[i] == edges[i]);

  MPI_Graph_neighbors_count(c, 0, &n);
  CHECK(n == size - 1);
  MPI_Graph_neighbors_count(c, size - 1, &n);
  CHECK(n == 1);
  int neighbors[RANKS];
  MPI_Graph_neighbors(c, 0, RANKS, neighbors);
  for (int i = 0; i < size - 1; i++)
    CHECK(neighbors[i] == i + 1);

  int place = -9;
  MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &place);
  CHECK(place == rank);
  MPI_Comm_free(&c);

  /* One node for the first rank; nothing for the others. */
  int none = 0;
  MPI_Graph_create(MPI_COMM_WORLD, 1, &none, edges, 0, &c);
  CHECK((c == MPI_COMM_NULL) == (rank > 0));
  if (c != MPI_COMM_NULL)
    MPI_Comm_free(&c);
  return check_end();
}
