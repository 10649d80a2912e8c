/* An error code that a function of a generalized request returns is that of the call which has
   called it (section 13.2). */
#include "check.h"

static int query_code, free_code, cancel_code, frees;

static int query(void *state, MPI_Status *status) {
  (void) state;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  return query_code;
}

static int release(void *state) {
  (void) state;
  frees++;
  return free_code;
}

static int cancel(void *state, int complete) {
  (void) state, (void) complete;
  return cancel_code;
}

int main(int argc, char **argv) {
  int rank, size, class, own, flag;
  MPI_Request r;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &own);

  query_code = own;
  MPI_Grequest_start(query, release, cancel, NULL, &r);
  MPI_Grequest_complete(r);
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == own);
  CHECK(r == MPI_REQUEST_NULL && frees == 1);

  query_code = MPI_SUCCESS;
  free_code = own;
  MPI_Grequest_start(query, release, cancel, NULL, &r);
  MPI_Grequest_complete(r);
  CHECK(MPI_Test(&r, &flag, MPI_STATUS_IGNORE) == own);
  CHECK(frees == 2);

  free_code = MPI_SUCCESS;

  /* Of several, each status tells its own error. */
  int frees_before = frees;
  MPI_Request both[2];
  MPI_Status s[2];
  query_code = MPI_ERR_NO_SPACE;
  MPI_Grequest_start(query, release, cancel, NULL, &both[0]);
  both[1] = MPI_REQUEST_NULL;
  MPI_Grequest_complete(both[0]);
  CHECK(MPI_Waitall(2, both, s) == MPI_ERR_IN_STATUS);
  CHECK(s[0].MPI_ERROR == MPI_ERR_NO_SPACE && s[1].MPI_ERROR == MPI_SUCCESS);
  CHECK(both[0] == MPI_REQUEST_NULL && frees == frees_before + 1);

  query_code = MPI_SUCCESS;
  cancel_code = own;
  MPI_Grequest_start(query, release, cancel, NULL, &r);
  CHECK(MPI_Cancel(&r) == own);
  MPI_Grequest_complete(r);
  CHECK(MPI_Grequest_complete(r) != MPI_SUCCESS);
  CHECK(MPI_Wait(&r, MPI_STATUS_IGNORE) == MPI_SUCCESS);
  CHECK(frees == 4);
  CHECK(MPI_Grequest_complete(MPI_REQUEST_NULL) != MPI_SUCCESS);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return check_end();
}
