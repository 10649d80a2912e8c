/* Two ranks meet over a socket of their own, which they may use again. Two ranks or more. */
#include "check.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection between ranks 0 and 1. */
static int connection(int rank) {
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof at;
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  if (rank == 0) {
    CHECK(bind(fd, (struct sockaddr *) &at, sizeof at) == 0 && listen(fd, 1) == 0);
    getsockname(fd, (struct sockaddr *) &at, &length);
    int port = at.sin_port;
    MPI_Send(&port, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    int accepted = accept(fd, NULL, NULL);
    close(fd);
    return accepted;
  }
  int port;
  MPI_Recv(&port, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  at.sin_port = (in_port_t) port;
  CHECK(connect(fd, (struct sockaddr *) &at, sizeof at) == 0);
  return fd;
}

static void joined(int rank) {
  int fd = connection(rank), size, remote, is_inter, got = -1;
  char said = (char) ('a' + rank), heard = 0;
  MPI_Comm other;
  CHECK(MPI_Comm_join(fd, &other) == MPI_SUCCESS);
  CHECK(write(fd, &said, 1) == 1); /* at once: the other one may still be in its call */
  MPI_Comm_test_inter(other, &is_inter);
  MPI_Comm_size(other, &size);
  MPI_Comm_remote_size(other, &remote);
  CHECK(is_inter && size == 1 && remote == 1);
  MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, other, MPI_STATUS_IGNORE);
  CHECK(got == 1 - rank);
  CHECK(read(fd, &heard, 1) == 1 && heard == 'a' + 1 - rank);
  MPI_Comm_disconnect(&other);
  CHECK(other == MPI_COMM_NULL);
  close(fd);
}

int main(int argc, char **argv) {
  MPI_Comm other;
  MPI_Init(&argc, &argv);
  int rank = check_rank();
  if (rank < 2) {
    joined(rank);
  }
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Comm_join(-1, &other), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Comm_join(9999, &other), MPI_ERR_INTERN); /* not open */
  CHECK(other == MPI_COMM_NULL);
  MPI_Finalize();
  return 0;
}
