/* Names and hints of communicators, and duplicates with hints (sections 7.4.4 and 7.8). */
#include "check.h"

static void check_names(MPI_Comm comm) {
  char name[MPI_MAX_OBJECT_NAME], word[2 * MPI_MAX_OBJECT_NAME];
  int length = -1;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  CHECK(strcmp(name, "MPI_COMM_WORLD") == 0 && length == 14);
  MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
  CHECK(strcmp(name, "MPI_COMM_SELF") == 0);
  MPI_Comm_get_name(comm, name, &length);
  CHECK(length == 0 && name[0] == '\0');
  MPI_Comm_set_name(comm, "rows of the grid");
  MPI_Comm_get_name(comm, name, &length);
  CHECK(strcmp(name, "rows of the grid") == 0 && length == 16);
  memset(word, 'x', sizeof word);
  word[sizeof word - 1] = '\0';
  MPI_Comm_set_name(comm, word); /* what does not fit is cut off */
  MPI_Comm_get_name(comm, name, &length);
  CHECK(length == MPI_MAX_OBJECT_NAME - 1 && (int) strlen(name) == length);
  MPI_Comm_set_name(comm, "");
  MPI_Comm_get_name(comm, name, &length);
  CHECK(length == 0 && name[0] == '\0');
  MPI_Comm_get_name(MPI_COMM_NULL, name, &length);
  CHECK(strcmp(name, "MPI_COMM_NULL") == 0 && length == 13);
  MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length);
  CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0);
  MPI_Win_get_name(MPI_WIN_NULL, name, &length);
  CHECK(strcmp(name, "MPI_WIN_NULL") == 0);
}

/* The value of a hint, or an empty string. */
static const char *hint(MPI_Comm comm, const char *key) {
  static char value[MPI_MAX_INFO_VAL + 1];
  MPI_Info info;
  int flag = 0, room = sizeof value;
  MPI_Comm_get_info(comm, &info);
  CHECK(info != MPI_INFO_NULL);
  MPI_Info_get_string(info, key, &room, value, &flag);
  MPI_Info_free(&info);
  return flag ? value : "";
}

int main(int argc, char **argv) {
  int rank, size, result;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm plain, hinted, later;
  MPI_Request request;
  MPI_Info info;
  MPI_Comm_dup(MPI_COMM_WORLD, &plain);
  check_names(plain);

  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
  MPI_Info_set(info, "nobody_knows_this", "value");
  MPI_Comm_dup_with_info(plain, info, &hinted);
  MPI_Comm_compare(plain, hinted, &result);
  CHECK(result == MPI_CONGRUENT);
  CHECK(strcmp(hint(hinted, "mpi_assert_no_any_tag"), "true") == 0);
  CHECK(strcmp(hint(plain, "mpi_assert_no_any_tag"), "true") != 0);

  MPI_Info_set(info, "mpi_assert_no_any_tag", "false");
  MPI_Info_set(info, "mpi_assert_exact_length", "true");
  MPI_Comm_idup_with_info(hinted, info, &later, &request);
  MPI_Info_free(&info);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(strcmp(hint(later, "mpi_assert_no_any_tag"), "true") != 0);
  CHECK(strcmp(hint(later, "mpi_assert_exact_length"), "true") == 0);
  int one = 1, sum = 0;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, later);
  CHECK(sum == size);

  MPI_Info_create(&info);
  MPI_Info_set(info, "mpi_assert_no_any_source", "true");
  MPI_Comm_set_info(later, info);
  MPI_Info_free(&info);
  CHECK(strcmp(hint(later, "mpi_assert_no_any_source"), "true") == 0);
  MPI_Comm_free(&plain);
  MPI_Comm_free(&hinted);
  MPI_Comm_free(&later);
  return check_end();
}
