/* Puts and gets between fences, with derived datatypes on both sides. Any number of ranks. */
#include "check.h"

enum { COUNT = 12 };

static void neighbours(int rank, int size) {
  int memory[COUNT], got[COUNT], sent[COUNT];
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  MPI_Win win;
  for (int i = 0; i < COUNT; i++) {
    memory[i] = -1;
    sent[i] = 100 * rank + i;
  }
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
  MPI_Put(sent, COUNT / 2, MPI_INT, right, COUNT / 2, COUNT / 2, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOSTORE, win);
  for (int i = 0; i < COUNT; i++) {
    CHECK(memory[i] == (i < COUNT / 2 ? -1 : 100 * left + i - COUNT / 2));
  }
  MPI_Get_c(got, COUNT, MPI_INT, right, 0, COUNT, MPI_INT, win);
  MPI_Win_fence(MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, win);
  for (int i = 0; i < COUNT; i++) {
    CHECK(got[i] == (i < COUNT / 2 ? -1 : 100 * rank + i - COUNT / 2));
  }
  MPI_Win_free(&win);
}

/* Each second element, backwards in the origin, and each third one at the target. */
static void strided(int rank, int size) {
  double *memory, sent[] = {0, 1, 2, 3, 4, 5, 6};
  int right = (rank + 1) % size;
  MPI_Datatype seconds, thirds;
  MPI_Win win;
  MPI_Win_allocate(10 * sizeof(double), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 10; i++) {
    memory[i] = -1;
  }
  MPI_Type_vector(4, 1, -2, MPI_DOUBLE, &seconds);
  MPI_Type_vector(2, 1, 3, MPI_DOUBLE, &thirds);
  MPI_Type_commit(&seconds);
  MPI_Type_commit(&thirds);
  MPI_Win_fence(0, win);
  MPI_Put(sent + 6, 1, seconds, right, sizeof(double), 2, thirds, win);
  MPI_Type_free(&seconds);
  MPI_Type_free(&thirds); /* the operation goes on */
  MPI_Win_fence(0, win);
  /* two elements of a type of extent 4: at 1, 4, and 5, 8 */
  double expected[] = {-1, 6, -1, -1, 4, 2, -1, -1, 0, -1};
  for (int i = 0; i < 10; i++) {
    CHECK(memory[i] == expected[i]);
  }
  MPI_Win_free(&win);
}

/* The unit of a displacement is the target's. */
static void units(int rank, int size) {
  char memory[64] = {0};
  int unit = rank + 1;
  char mine = (char) (rank + 1);
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, unit, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&mine, 1, MPI_CHAR, (rank + 1) % size, 3, 1, MPI_CHAR, win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < (int) sizeof memory; i++) {
    CHECK(memory[i] == (i == 3 * unit ? (rank + size - 1) % size + 1 : 0));
  }
  MPI_Win_free(&win);
}

static void absolute_origin(int rank, int size) {
  int memory = -1, sent = 7 + rank;
  MPI_Aint address;
  MPI_Datatype there;
  MPI_Win win;
  int one = 1;
  MPI_Get_address(&sent, &address);
  MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &there);
  MPI_Type_commit(&there);
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(MPI_BOTTOM, 1, there, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Put(NULL, 0, MPI_INT, (rank + 1) % size, 0, 0, MPI_INT, win);
  MPI_Put(&sent, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(memory == 7 + (rank + size - 1) % size);
  MPI_Win_free(&win);
  MPI_Type_free(&there);
}

int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  neighbours(rank, size);
  strided(rank, size);
  units(rank, size);
  absolute_origin(rank, size);
  MPI_Finalize();
  return 0;
}
