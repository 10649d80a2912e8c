/* Communicators are disconnected when all their messages have come. Any number of ranks. */
#include "check.h"

static int deleted;

static int on_delete(MPI_Comm comm, int key, void *value, void *extra_state) {
  deleted++;
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  int rank, size, key, sent, got = -1;
  MPI_Comm comm, self;
  MPI_Request request;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
  MPI_Comm_set_attr(comm, key, NULL);
  sent = rank;
  MPI_Isend(&sent, 1, MPI_INT, (rank + 1) % size, 0, comm, &request);
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got == (rank + size - 1) % size);
  MPI_Comm_disconnect(&comm);
  CHECK(comm == MPI_COMM_NULL && deleted == 1);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_dup(MPI_COMM_SELF, &self);
  MPI_Comm_disconnect(&self);
  CHECK(self == MPI_COMM_NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Comm_disconnect(&comm), MPI_ERR_COMM);
  comm = MPI_COMM_WORLD;
  CHECK_ERROR(MPI_Comm_disconnect(&comm), MPI_ERR_COMM);
  MPI_Finalize();
  return 0;
}
