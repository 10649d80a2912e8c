/* Graphs of which every rank knows its own edges (sections 8.5.4 and 8.5.5), with weights, without,
   and with weights where there are no edges. */
#include "check.h"

#define RANKS 8

static int rank, size;

static void degrees(MPI_Comm c, int in, int out, int weighted) {
  int kind = -1, i = -1, o = -1, w = -1;
  MPI_Topo_test(c, &kind);
  CHECK(kind == MPI_DIST_GRAPH);
  MPI_Dist_graph_neighbors_count(c, &i, &o, &w);
  CHECK(i == in && o == out && (w != 0) == weighted);
}

/* A ring in one direction, and a second edge to the same neighbour. */
static void adjacent(void) {
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  int sources[2] = {left, left}, destinations[2] = {right, right};
  int in_weights[2] = {left * 2, left * 2 + 1}, out_weights[2] = {rank * 2, rank * 2 + 1};
  MPI_Comm c;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 2, sources, in_weights, 2, destinations,
                                 out_weights, MPI_INFO_NULL, 0, &c);
  degrees(c, 2, 2, 1);
  int s[2], d[2], sw[2], dw[2];
  MPI_Dist_graph_neighbors(c, 2, s, sw, 2, d, dw);
  CHECK(s[0] == left && s[1] == left && d[0] == right && d[1] == right);
  CHECK(sw[0] == left * 2 && sw[1] == left * 2 + 1 && dw[0] == rank * 2 && dw[1] == rank * 2 + 1);
  s[1] = sw[1] = d[0] = -1;
  MPI_Dist_graph_neighbors(c, 1, s, sw, 0, d, MPI_UNWEIGHTED); /* room for one source only */
  CHECK(s[1] == -1 && sw[1] == -1 && d[0] == -1);
  MPI_Comm_free(&c);
}

static void unweighted(void) {
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Comm c;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 1, &c);
  degrees(c, 1, 1, 0);
  int s = -1, d = -1, sw = -7, dw = -7;
  MPI_Dist_graph_neighbors(c, 1, &s, &sw, 1, &d, &dw);
  CHECK(s == left && d == right && sw == -7 && dw == -7);
  MPI_Dist_graph_neighbors(c, 1, &s, MPI_UNWEIGHTED, 1, &d, MPI_UNWEIGHTED);
  MPI_Comm_free(&c);
}

/* Only the first rank has edges that begin, only the others ones that end. */
static void weights_empty(void) {
  int destinations[RANKS], weights[RANKS], zero = 0, weight = 5;
  for (int i = 1; i < size; i++) {
    destinations[i - 1] = i;
    weights[i - 1] = 5;
  }
  MPI_Comm c;
  if (rank == 0)
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, size - 1,
                                   destinations, size > 1 ? weights : MPI_WEIGHTS_EMPTY,
                                   MPI_INFO_NULL, 0, &c);
  else
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &zero, &weight, 0, NULL, MPI_WEIGHTS_EMPTY,
                                   MPI_INFO_NULL, 0, &c);
  degrees(c, rank == 0 ? 0 : 1, rank == 0 ? size - 1 : 0, 1);
  MPI_Comm_free(&c);
}

/* The last rank names all edges: from every rank to the first. */
static void by_one(void) {
  int sources[RANKS], degree[RANKS], destinations[RANKS], weights[RANKS];
  int n = rank == size - 1 ? size : 0;
  for (int i = 0; i < n; i++) {
    sources[i] = i;
    degree[i] = 1;
    destinations[i] = 0;
    weights[i] = 10 + i;
  }
  MPI_Comm c;
  MPI_Dist_graph_create(MPI_COMM_WORLD, n, sources, degree, destinations,
                        n > 0 ? weights : MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0, &c);
  degrees(c, rank == 0 ? size : 0, 1, 1);
  int s[RANKS], sw[RANKS], d = -1, dw = -1, seen = 0;
  MPI_Dist_graph_neighbors(c, RANKS, s, sw, 1, &d, &dw);
  CHECK(d == 0 && dw == 10 + rank);
  for (int i = 0; i < size && rank == 0; i++) {
    CHECK(sw[i] == 10 + s[i]);
    seen |= 1 << s[i];
  }
  CHECK(rank != 0 || seen == (1 << size) - 1);
  MPI_Comm_free(&c);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  adjacent();
  unweighted();
  weights_empty();
  by_one();
  return check_end();
}
