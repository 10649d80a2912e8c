/* Communicators without a world (section 11.3). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, n, length = 0, result;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  char name[MPI_MAX_PSET_NAME_LEN];
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
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
