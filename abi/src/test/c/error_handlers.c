/* Error handlers in C, and error classes of the program's own (sections 9.3 to 9.5). */
#include "check.h"

static int calls, seen;
static MPI_Comm where;

static void handler(MPI_Comm *comm, int *code, ...) {
  calls++;
  where = *comm;
  MPI_Error_class(*code, &seen);
}

int main(int argc, char **argv) {
  int rank, size, kind, code, found, length;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm a, b;
  MPI_Errhandler mine, got;
  MPI_Comm_dup(MPI_COMM_WORLD, &a);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
  CHECK(got == MPI_ERRORS_ARE_FATAL);
  MPI_Comm_create_errhandler(handler, &mine);
  MPI_Comm_set_errhandler(a, mine);
  MPI_Comm_get_errhandler(a, &got);
  CHECK(got == mine);
  MPI_Errhandler_free(&got);
  MPI_Errhandler_free(&mine); /* the communicator keeps it */
  CHECK(mine == MPI_ERRHANDLER_NULL);
  calls = 0;
  code = MPI_Send(&rank, 1, MPI_INT, size + 5, 0, a);
  MPI_Error_class(code, &found);
  CHECK(calls == 1 && seen == MPI_ERR_RANK && found == MPI_ERR_RANK && where == a);
  MPI_Comm_dup(a, &b); /* inherits it */
  MPI_Barrier(b);
  CHECK_ERROR(MPI_Send(&rank, 1, MPI_INT, 0, -5, b), MPI_ERR_TAG);
  CHECK(calls == 2 && where == b);
  MPI_Comm_call_errhandler(a, MPI_ERR_OTHER);
  CHECK(calls == 3 && seen == MPI_ERR_OTHER && where == a);

  char text[MPI_MAX_ERROR_STRING];
  int *used, flag;
  MPI_Add_error_class(&kind);
  CHECK(kind > MPI_ERR_LASTCODE);
  MPI_Add_error_code(kind, &code);
  MPI_Add_error_string(code, "what only this program knows");
  MPI_Error_class(code, &found);
  CHECK(found == kind);
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "what only this program knows") == 0 && length == (int) strlen(text));
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &used, &flag);
  CHECK(flag && *used == code);
  MPI_Comm_call_errhandler(a, code);
  CHECK(calls == 4 && seen == kind);
  MPI_Remove_error_string(code);
  MPI_Remove_error_code(code);
  MPI_Remove_error_class(kind);
  MPI_Comm_free(&a);
  MPI_Comm_free(&b);
  return check_end();
}
