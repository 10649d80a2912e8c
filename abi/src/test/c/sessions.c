/* Communicators without a world (section 11.3). */
#include "check.h"

static int told;

static void tell(MPI_Session *session, int *code, ...) {
  int class;
  MPI_Error_class(*code, &class);
  CHECK(*session != MPI_SESSION_NULL && class == MPI_ERR_ARG);
  told++;
}

static void check_handlers(MPI_Session session) {
  MPI_Errhandler handler, found;
  MPI_Group group;
  MPI_Session_get_errhandler(session, &found);
  CHECK(found == MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&found);
  MPI_Session_create_errhandler(tell, &handler);
  MPI_Session_set_errhandler(session, handler);
  MPI_Session_get_errhandler(session, &found);
  CHECK(found == handler);
  MPI_Errhandler_free(&found);
  MPI_Errhandler_free(&handler);
  CHECK_ERROR(MPI_Group_from_session_pset(session, "mpi://nobody", &group), MPI_ERR_ARG);
  CHECK(told == 1);
  MPI_Session_call_errhandler(session, MPI_ERR_ARG);
  CHECK(told == 2);
  MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN);
}

static void check_infos(MPI_Session session, int size) {
  MPI_Info info;
  char text[MPI_MAX_INFO_VAL + 1];
  int flag, length = sizeof text;
  MPI_Session_get_info(session, &info);
  CHECK(info != MPI_INFO_NULL);
  MPI_Info_get_string(info, "thread_level", &length, text, &flag);
  CHECK(!flag || strncmp(text, "MPI_THREAD_", 11) == 0);
  MPI_Info_free(&info);
  MPI_Session_get_pset_info(session, "mpi://WORLD", &info);
  length = sizeof text;
  MPI_Info_get_string(info, "mpi_size", &length, text, &flag);
  CHECK(flag && atoi(text) == size);
  MPI_Info_free(&info);
  MPI_Session_get_pset_info(session, "mpi://SELF", &info);
  length = sizeof text;
  MPI_Info_get_string(info, "mpi_size", &length, text, &flag);
  CHECK(flag && atoi(text) == 1);
  MPI_Info_free(&info);
  CHECK(MPI_Session_get_pset_info(session, "mpi://nobody", &info) != MPI_SUCCESS);
}

int main(int argc, char **argv) {
  int rank, size, n, length = 0, result;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  char name[MPI_MAX_PSET_NAME_LEN];
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  check_handlers(session);
  check_infos(session, size);
  MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
  CHECK(n >= 2);
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL);
  CHECK(length > 1);
  MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name);
  CHECK((int) strlen(name) == length - 1);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Group_size(group, &n);
  CHECK(n == size);
  MPI_Comm_create_from_group(group, "a tag", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  int one = 1, sum;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == size);
  MPI_Comm_compare(comm, MPI_COMM_WORLD, &result);
  CHECK(result == MPI_CONGRUENT);
  CHECK_ERROR(MPI_Send(&one, 1, MPI_INT, size, 0, comm), MPI_ERR_RANK);
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  CHECK_ERROR(MPI_Group_from_session_pset(session, "mpi://nobody", &group), MPI_ERR_ARG);
  MPI_Session_finalize(&session);
  CHECK(session == MPI_SESSION_NULL);
  return check_end();
}
