/* Hints (chapter 10). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, n, flag, length;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Info info, copy;
  char key[MPI_MAX_INFO_KEY + 1], value[32];
  MPI_Info_create(&info);
  MPI_Info_set(info, "one", "1");
  MPI_Info_set(info, "two", "22");
  MPI_Info_set(info, "one", "111");
  MPI_Info_get_nkeys(info, &n);
  CHECK(n == 2);
  MPI_Info_get_nthkey(info, 1, key);
  CHECK(strcmp(key, "two") == 0);
  length = sizeof value;
  MPI_Info_get_string(info, "one", &length, value, &flag);
  CHECK(flag && length == 4 && strcmp(value, "111") == 0);
  length = 2; /* too little room: what fits, and how much it would take */
  MPI_Info_get_string(info, "one", &length, value, &flag);
  CHECK(flag && length == 4 && strcmp(value, "1") == 0);
  MPI_Info_dup(info, &copy);
  MPI_Info_delete(info, "one");
  MPI_Info_get_string(info, "one", &length, value, &flag);
  CHECK(!flag);
  MPI_Info_get_valuelen(copy, "two", &length, &flag);
  CHECK(flag && length == 2);
  MPI_Info_get(copy, "two", 31, value, &flag);
  CHECK(flag && strcmp(value, "22") == 0);
  MPI_Info_free(&copy);
  MPI_Info_free(&info);
  CHECK(info == MPI_INFO_NULL);
  MPI_Info_get_nkeys(MPI_INFO_ENV, &n);
  CHECK(n > 0);
  return check_end();
}
