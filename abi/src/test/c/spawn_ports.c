/* Two halves of a world meet at a port, whose name is published. 2 to 4 ranks. */
#include "check.h"

#include <unistd.h>

static int is_server;

/* The first ranks of both halves meet; others pass arguments that nobody looks at. */
static MPI_Comm meet(MPI_Comm half, const char *port) {
  MPI_Comm other;
  int rank;
  MPI_Comm_rank(half, &rank);
  const char *name = rank == 0 ? port : NULL;
  if (is_server) {
    MPI_Comm_accept(name, MPI_INFO_NULL, 0, half, &other);
  } else {
    MPI_Comm_connect(name, MPI_INFO_NULL, 0, half, &other);
  }
  return other;
}

static void talk(MPI_Comm half, const char *port, int first) {
  MPI_Comm other = meet(half, port);
  int rank, got = -1, mine = first + 10 * is_server;
  MPI_Comm_rank(half, &rank);
  if (rank == 0) {
    MPI_Sendrecv(&mine, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
    CHECK(got == first + 10 * !is_server);
  }
  MPI_Comm_disconnect(&other);
  CHECK(other == MPI_COMM_NULL);
}

int main(int argc, char **argv) {
  int rank, size, rank_of_half, process = getpid();
  char port[MPI_MAX_PORT_NAME] = "", service[64];
  MPI_Comm half;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(service, sizeof service, "spawn_ports %d", process);
  is_server = rank < (size + 1) / 2;
  MPI_Comm_split(MPI_COMM_WORLD, is_server, 0, &half);
  MPI_Comm_rank(half, &rank_of_half);
  if (rank == 0) {
    CHECK(MPI_Open_port(MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK(strlen(port) > 0);
    CHECK(MPI_Publish_name(service, MPI_INFO_NULL, port) == MPI_SUCCESS);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!is_server && rank_of_half == 0) {
    CHECK(MPI_Lookup_name(service, MPI_INFO_NULL, port) == MPI_SUCCESS);
  }
  talk(half, port, 1);
  talk(half, port, 2); /* a port is there for many */
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(half, MPI_ERRORS_RETURN);
  if (rank == 0) {
    CHECK(MPI_Unpublish_name(service, MPI_INFO_NULL, port) == MPI_SUCCESS);
    CHECK_ERROR(MPI_Unpublish_name(service, MPI_INFO_NULL, port), MPI_ERR_SERVICE);
    CHECK_ERROR(MPI_Lookup_name(service, MPI_INFO_NULL, port), MPI_ERR_NAME);
    CHECK(MPI_Close_port(port) == MPI_SUCCESS);
    CHECK_ERROR(MPI_Close_port("no port"), MPI_ERR_PORT);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!is_server) {
    MPI_Comm other;
    CHECK_ERROR(MPI_Comm_connect(port, MPI_INFO_NULL, 0, half, &other), MPI_ERR_PORT);
  }
  MPI_Comm_free(&half);
  MPI_Finalize();
  return 0;
}
