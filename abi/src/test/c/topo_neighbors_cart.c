/* Collectives among the neighbours of a grid (sections 8.6 to 8.8), in all three forms: on rings,
   of one rank and of two too, where the same neighbour is on both sides, and on a line, whose ends
   have no neighbour and whose blocks there stay as they are. */
#include "check.h"

enum form { BLOCKING, STARTED, SET_UP, FORMS };

static MPI_Comm grid;
static MPI_Request request;

static void finish(enum form form) {
  if (form == BLOCKING)
    return;
  for (int run = 0; run < (form == SET_UP ? 2 : 1); run++) {
    if (form == SET_UP)
      MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  if (form == SET_UP)
    MPI_Request_free(&request);
  CHECK(request == MPI_REQUEST_NULL);
}

/* Block k comes from neighbour k, which has sent it in the other direction. */
static void is(const int *in, const int *displs, int n, const int *from, int for_all) {
  for (int k = 0; k < n; k++) {
    int other = k ^ 1;
    int expected = from[k] == MPI_PROC_NULL ? -1 : from[k] * 100 + (for_all ? 0 : other);
    CHECK(in[displs[k]] == expected);
  }
}

static void all(enum form form, int rank, int n, const int *from) {
  int in[8], out[8], counts[8], displs[8], forward[8];
  MPI_Aint bytes[8];
  MPI_Datatype types[8];
  for (int k = 0; k < n; k++) {
    out[k] = rank * 100 + k;
    counts[k] = 1;
    forward[k] = k;
    displs[k] = n - 1 - k; /* backwards */
    bytes[k] = 4 * k;
    types[k] = MPI_INT;
  }
  MPI_Info none = MPI_INFO_NULL;
  for (int which = 0; which < 5; which++) {
    for (int k = 0; k < 8; k++)
      in[k] = -1;
    switch (which * FORMS + form) {
    case 0:
      MPI_Neighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, grid);
      break;
    case 1:
      MPI_Ineighbor_allgather(out, 1, MPI_INT, in, 1, MPI_INT, grid, &request);
      break;
    case 2:
      MPI_Neighbor_allgather_init(out, 1, MPI_INT, in, 1, MPI_INT, grid, none, &request);
      break;
    case 3:
      MPI_Neighbor_allgatherv(out, 1, MPI_INT, in, counts, displs, MPI_INT, grid);
      break;
    case 4:
      MPI_Ineighbor_allgatherv(out, 1, MPI_INT, in, counts, displs, MPI_INT, grid, &request);
      break;
    case 5:
      MPI_Neighbor_allgatherv_init(out, 1, MPI_INT, in, counts, displs, MPI_INT, grid, none,
                                   &request);
      break;
    case 6:
      MPI_Neighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid);
      break;
    case 7:
      MPI_Ineighbor_alltoall(out, 1, MPI_INT, in, 1, MPI_INT, grid, &request);
      break;
    case 8:
      MPI_Neighbor_alltoall_init(out, 1, MPI_INT, in, 1, MPI_INT, grid, none, &request);
      break;
    case 9:
      MPI_Neighbor_alltoallv(out, counts, forward, MPI_INT, in, counts, displs, MPI_INT, grid);
      break;
    case 10:
      MPI_Ineighbor_alltoallv(out, counts, forward, MPI_INT, in, counts, displs, MPI_INT, grid,
                              &request);
      break;
    case 11:
      MPI_Neighbor_alltoallv_init(out, counts, forward, MPI_INT, in, counts, displs, MPI_INT, grid,
                                  none, &request);
      break;
    case 12:
      MPI_Neighbor_alltoallw(out, counts, bytes, types, in, counts, bytes, types, grid);
      break;
    case 13:
      MPI_Ineighbor_alltoallw(out, counts, bytes, types, in, counts, bytes, types, grid, &request);
      break;
    default:
      MPI_Neighbor_alltoallw_init(out, counts, bytes, types, in, counts, bytes, types, grid, none,
                                  &request);
    }
    finish(form);
    is(in, which == 1 || which == 3 ? displs : forward, n, from, which < 2);
  }
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  for (int ring = 0; ring < 2; ring++) {
    int dims[2] = {size, 1}, periods[2] = {ring, 1}, me, from[4];
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_rank(grid, &me);
    MPI_Cart_shift(grid, 0, 1, &from[0], &from[1]);
    MPI_Cart_shift(grid, 1, 1, &from[2], &from[3]);
    CHECK(from[2] == me && from[3] == me);
    for (enum form form = BLOCKING; form < FORMS; form++)
      all(form, me, 4, from);
    MPI_Comm_free(&grid);
  }
  return check_end();
}
