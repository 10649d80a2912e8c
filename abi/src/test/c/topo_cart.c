/* Grids of ranks (sections 8.5.1, 8.5.2 and 8.5.5 to 8.5.8). */
#include "check.h"

static void dims(void) {
  int d[3] = {0, 0, 0};
  MPI_Dims_create(12, 3, d);
  CHECK(d[0] == 3 && d[1] == 2 && d[2] == 2);
  d[0] = 0, d[1] = 6;
  MPI_Dims_create(12, 2, d);
  CHECK(d[0] == 2 && d[1] == 6);
  MPI_Dims_create(1, 0, NULL);
}

/* A ring beside a line: size x 1. */
static void grid(int rank, int size) {
  int d[2] = {size, 1}, rings[2] = {1, 0};
  MPI_Comm c;
  MPI_Cart_create(MPI_COMM_WORLD, 2, d, rings, 0, &c);
  int kind = -1, n = -1;
  MPI_Topo_test(c, &kind);
  MPI_Cartdim_get(c, &n);
  CHECK(kind == MPI_CART && n == 2);

  int dims[3] = {-1, -1, -1}, periods[3] = {-1, -1, -1}, coords[3] = {-1, -1, -1};
  MPI_Cart_get(c, 3, dims, periods, coords);
  CHECK(dims[0] == size && dims[1] == 1 && dims[2] == -1);
  CHECK(periods[0] == 1 && periods[1] == 0 && periods[2] == -1);
  CHECK(coords[0] == rank && coords[1] == 0 && coords[2] == -1);

  int last[2] = {-1, -1}, r = -1;
  MPI_Cart_coords(c, size - 1, 2, last);
  CHECK(last[0] == size - 1 && last[1] == 0);
  last[0] = -1; /* a ring: the one before the first */
  MPI_Cart_rank(c, last, &r);
  CHECK(r == size - 1);

  int from = -9, to = -9;
  MPI_Cart_shift(c, 0, 1, &from, &to);
  CHECK(from == (rank + size - 1) % size && to == (rank + 1) % size);
  MPI_Cart_shift(c, 1, 1, &from, &to);
  CHECK(from == MPI_PROC_NULL && to == MPI_PROC_NULL);

  MPI_Comm line, point;
  int keep_ring[2] = {1, 0}, keep_none[2] = {0, 0}, cr = -1, cs = -1;
  MPI_Cart_sub(c, keep_ring, &line);
  MPI_Comm_rank(line, &cr);
  MPI_Comm_size(line, &cs);
  MPI_Cartdim_get(line, &n);
  CHECK(cr == rank && cs == size && n == 1);
  MPI_Cart_sub(c, keep_none, &point);
  MPI_Comm_size(point, &cs);
  MPI_Cartdim_get(point, &n);
  CHECK(cs == 1 && n == 0);

  MPI_Comm copy;
  MPI_Comm_dup(c, &copy);
  MPI_Topo_test(copy, &kind);
  CHECK(kind == MPI_CART);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&point);
  MPI_Comm_free(&line);
  MPI_Comm_free(&c);
  CHECK(c == MPI_COMM_NULL);
}

/* Ranks that a grid has no place for are in no communicator, and map to no rank. */
static void left_over(int rank) {
  int one = 1, ring = 0, place = -9;
  MPI_Comm c;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &one, &ring, 1, &c);
  CHECK((c == MPI_COMM_NULL) == (rank > 0));
  if (c != MPI_COMM_NULL)
    MPI_Comm_free(&c);
  MPI_Cart_map(MPI_COMM_WORLD, 1, &one, &ring, &place);
  CHECK(place == (rank == 0 ? 0 : MPI_UNDEFINED));
  MPI_Cart_create(MPI_COMM_WORLD, 0, NULL, NULL, 0, &c);
  CHECK((c == MPI_COMM_NULL) == (rank > 0));
  if (c != MPI_COMM_NULL)
    MPI_Comm_free(&c);
}

static void errors(int size) {
  int n = 2 * size, ring = 0, kind = -1;
  MPI_Comm c;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Topo_test(MPI_COMM_WORLD, &kind);
  CHECK(kind == MPI_UNDEFINED);
  CHECK(MPI_Cart_create(MPI_COMM_WORLD, 1, &n, &ring, 0, &c) != MPI_SUCCESS);
  CHECK_ERROR(MPI_Cartdim_get(MPI_COMM_WORLD, &n), MPI_ERR_TOPOLOGY);
  int d[2] = {5, 0};
  CHECK_ERROR(MPI_Dims_create(12, 2, d), MPI_ERR_DIMS);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  dims();
  grid(rank, size);
  left_over(rank);
  errors(size);
  return check_end();
}
