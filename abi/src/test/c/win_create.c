/* Windows of each flavour: their memory, attributes, group and hints. Any number of ranks. */
#include "check.h"

#include <stdint.h>

static void *attribute(MPI_Win win, int key) {
  void *value = NULL;
  int flag = 0;
  CHECK(MPI_Win_get_attr(win, key, &value, &flag) == MPI_SUCCESS);
  CHECK(flag);
  return value;
}

static void has(MPI_Win win, void *base, MPI_Aint size, int unit, int flavor) {
  CHECK(attribute(win, MPI_WIN_BASE) == base);
  CHECK(*(MPI_Aint *) attribute(win, MPI_WIN_SIZE) == size);
  CHECK(*(int *) attribute(win, MPI_WIN_DISP_UNIT) == unit);
  CHECK(*(int *) attribute(win, MPI_WIN_CREATE_FLAVOR) == flavor);
  CHECK(*(int *) attribute(win, MPI_WIN_MODEL) == MPI_WIN_UNIFIED);
}

static void is_over_the_world(MPI_Win win) {
  MPI_Group group, world;
  int result;
  MPI_Win_get_group(win, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
}

static void has_hint(MPI_Win win, const char *key, const char *expected) {
  MPI_Info info;
  char value[64];
  int length = sizeof value, flag;
  MPI_Win_get_info(win, &info);
  MPI_Info_get_string(info, key, &length, value, &flag);
  CHECK(flag && strcmp(value, expected) == 0);
  MPI_Info_free(&info);
}

static void created(int rank) {
  int memory[10];
  MPI_Aint size = rank == 0 ? 0 : sizeof memory; /* a part may be empty */
  MPI_Win win;
  MPI_Win_create(rank == 0 ? NULL : memory, size, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  CHECK(win != MPI_WIN_NULL);
  has(win, rank == 0 ? NULL : memory, size, sizeof(int), MPI_WIN_FLAVOR_CREATE);
  is_over_the_world(win);
  MPI_Win_free(&win);
  CHECK(win == MPI_WIN_NULL);
  MPI_Win_create_c(memory, sizeof memory, (MPI_Aint) 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  has(win, memory, sizeof memory, 8, MPI_WIN_FLAVOR_CREATE);
  MPI_Win_free(&win);
}

static void allocated(int rank) {
  MPI_Aint size = 8 * rank;
  double *base = NULL;
  MPI_Win win;
  MPI_Info info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "no_locks", "true");
  MPI_Info_set(info, "nobody knows this", "1");
  MPI_Win_allocate(size, sizeof(double), info, MPI_COMM_WORLD, &base, &win);
  has(win, base, size, sizeof(double), MPI_WIN_FLAVOR_ALLOCATE);
  CHECK((base == NULL) == (size == 0));
  CHECK((uintptr_t) base % sizeof(double) == 0);
  for (int i = 0; i < rank; i++) {
    base[i] = i;
  }
  has_hint(win, "no_locks", "true");
  MPI_Info_set(info, "no_locks", "false");
  MPI_Win_set_info(win, info);
  has_hint(win, "no_locks", "false");
  MPI_Info_free(&info);
  MPI_Win_free(&win);
  MPI_Win_allocate_c(16, (MPI_Aint) 2, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
  has(win, base, 16, 2, MPI_WIN_FLAVOR_ALLOCATE);
  MPI_Win_free(&win);
}

static void dynamic(void) {
  MPI_Win win;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  has(win, MPI_BOTTOM, 0, 1, MPI_WIN_FLAVOR_DYNAMIC);
  is_over_the_world(win);
  MPI_Win_free(&win);
}

static void named(void) {
  MPI_Win win, same;
  char name[MPI_MAX_OBJECT_NAME];
  int length = -1;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 0 && name[0] == 0);
  MPI_Win_set_name(win, "the window");
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 10 && strcmp(name, "the window") == 0);
  same = MPI_Win_fromint(MPI_Win_toint(win));
  CHECK(same == win);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = check_rank();
  created(rank);
  allocated(rank);
  dynamic();
  named();
  MPI_Finalize();
  return 0;
}
