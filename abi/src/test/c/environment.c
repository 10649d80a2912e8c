/* What a process knows of itself and of the library (sections 9.1, 9.2 and 11.6). */
#include "check.h"

static void check_infos(void) {
  MPI_Info info;
  int keys, flag, length;
  char key[MPI_MAX_INFO_KEY + 1], text[MPI_MAX_INFO_VAL + 1];
  MPI_Get_hw_resource_info(&info);
  MPI_Info_get_nkeys(info, &keys);
  for (int i = 0; i < keys; i++) {
    MPI_Info_get_nthkey(info, i, key);
    length = sizeof text;
    MPI_Info_get_string(info, key, &length, text, &flag);
    CHECK(flag && strstr(key, "://") != NULL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0));
  }
  MPI_Info_free(&info);
  char *words[] = {"a", "b", NULL};
  MPI_Info_create_env(2, words, &info);
  length = sizeof text;
  MPI_Info_get_string(info, "thread_level", &length, text, &flag);
  CHECK(!flag || strncmp(text, "MPI_THREAD_", 11) == 0);
  MPI_Info_get_nkeys(info, &keys);
  CHECK(keys > 0);
  MPI_Info_free(&info);
  length = sizeof text;
  MPI_Info_get_string(MPI_INFO_ENV, "maxprocs", &length, text, &flag);
  CHECK(!flag || atoi(text) > 0);
}

int main(int argc, char **argv) {
  int rank, size, flag, length, version, subversion, level;
  check_begin(&argc, &argv, &rank, &size);
  char text[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_PROCESSOR_NAME];
  MPI_Initialized(&flag);
  CHECK(flag);
  MPI_Finalized(&flag);
  CHECK(!flag);
  MPI_Get_version(&version, &subversion);
  CHECK(version == MPI_VERSION && subversion == MPI_SUBVERSION);
  MPI_Get_library_version(text, &length);
  CHECK(length == (int) strlen(text) && strstr(text, "purempi") != NULL);
  MPI_Get_processor_name(name, &length);
  CHECK(length == (int) strlen(name) && length > 0);
  MPI_Query_thread(&level);
  CHECK(level >= MPI_THREAD_SINGLE);
  MPI_Is_thread_main(&flag);
  CHECK(flag);
  double begin = MPI_Wtime();
  while (MPI_Wtime() <= begin) {
  }
  CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1);
  int *memory;
  MPI_Alloc_mem(1000 * sizeof(int), MPI_INFO_NULL, &memory);
  for (int i = 0; i < 1000; i++) memory[i] = i;
  MPI_Free_mem(memory);
  CHECK(MPI_Aint_diff(MPI_Aint_add((MPI_Aint) name, 5), (MPI_Aint) name) == 5);
  CHECK(MPI_Comm_fromint(MPI_Comm_toint(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  check_infos();
  CHECK(MPI_Pcontrol(1) == MPI_SUCCESS && MPI_Pcontrol(2, "of a profiler", 5) == MPI_SUCCESS);
  MPI_Abi_get_version(&version, &subversion);
  CHECK(version == MPI_ABI_VERSION && subversion == MPI_ABI_SUBVERSION);
  return check_end();
}
