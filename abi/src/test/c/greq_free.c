/* A generalized request that is freed before its operation is done can still be completed by the
   handle: then what belongs to it goes (section 13.2). */
#include "check.h"

static int frees;

static int query(void *state, MPI_Status *status) {
  (void) state;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}

static int release(void *state) {
  CHECK(*(int *) state == 17);
  frees++;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
  (void) state, (void) complete;
  return MPI_SUCCESS;
}

int main(int argc, char **argv) {
  int state = 17, rank, size;
  MPI_Request early, late, r;
  check_begin(&argc, &argv, &rank, &size);

  MPI_Grequest_start(query, release, cancel, &state, &early);
  late = early;
  MPI_Request_free(&early);
  CHECK(early == MPI_REQUEST_NULL && frees == 0);
  MPI_Grequest_start(query, release, cancel, &state, &r); /* must not get the same handle */
  CHECK(r != late);
  MPI_Grequest_complete(late);
  CHECK(frees == 1);

  MPI_Grequest_complete(r);
  CHECK(frees == 1);
  MPI_Request_free(&r);
  CHECK(r == MPI_REQUEST_NULL && frees == 2);
  return check_end();
}
