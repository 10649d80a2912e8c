/* Calls that combine, which are atomic. Any number of ranks. */
#include "check.h"

#include <stdint.h>

enum { ROUNDS = 100 };

static int rank, size;

static void sums(void) {
  int *memory, ones[2] = {1, 2};
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = memory[1] = 0;
  MPI_Win_fence(0, win);
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Accumulate(ones, 2, MPI_INT, 0, 0, 2, MPI_INT, MPI_SUM, win);
    MPI_Accumulate_c(ones, 2, MPI_INT, size - 1, 0, 2, MPI_INT, MPI_SUM, win);
  }
  MPI_Win_fence(0, win);
  int times = ROUNDS * size * ((rank == 0) + (rank == size - 1));
  CHECK(memory[0] == times && memory[1] == 2 * times);
  MPI_Win_free(&win);
}

static void other_operations(void) {
  struct {
    double value;
    int index;
  } pair = {-1, -1}, mine = {rank, rank};
  unsigned bits = 0, my_bit = 1u << rank;
  MPI_Win win;
  MPI_Win_create(&pair, sizeof pair, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 0, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    CHECK(pair.value == size - 1 && pair.index == size - 1);
  }
  MPI_Win_free(&win);
  MPI_Win_create(&bits, sizeof bits, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Accumulate(&my_bit, 1, MPI_UNSIGNED, 0, 0, 1, MPI_UNSIGNED, MPI_BOR, win);
  MPI_Win_fence(0, win);
  CHECK(bits == (rank == 0 ? (1u << size) - 1 : 0));
  MPI_Accumulate(&my_bit, 1, MPI_UNSIGNED, rank, 0, 1, MPI_UNSIGNED, MPI_REPLACE, win);
  MPI_Win_fence(0, win);
  CHECK(bits == my_bit);
  MPI_Win_free(&win);
}

static void tickets(void) {
  int64_t *memory, one = 1, ticket, read = -1, last = -1;
  MPI_Win win;
  MPI_Win_allocate(8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  *memory = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int i = 0; i < ROUNDS; i++) {
    MPI_Fetch_and_op(&one, &ticket, MPI_INT64_T, 0, 0, MPI_SUM, win);
    MPI_Win_flush(0, win);
    CHECK(ticket > last);
    last = ticket;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Fetch_and_op(NULL, &read, MPI_INT64_T, 0, 0, MPI_NO_OP, win);
  MPI_Win_flush(0, win);
  CHECK(read == (int64_t) ROUNDS * size);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

/* A lock of the program's own, as compare-and-swap makes it. */
static void swapped(void) {
  int *memory, nobody = -1, me = rank, found, count;
  MPI_Win win;
  MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memory[0] = nobody;
  memory[1] = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  do {
    MPI_Compare_and_swap(&me, &nobody, &found, MPI_INT, 0, 0, win);
    MPI_Win_flush(0, win);
  } while (found != nobody);
  MPI_Get(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  count++;
  MPI_Put(&count, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
  MPI_Win_flush(0, win);
  MPI_Compare_and_swap(&nobody, &me, &found, MPI_INT, 0, 0, win);
  MPI_Win_flush(0, win);
  CHECK(found == me);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(win);
  CHECK(rank != 0 || (memory[0] == nobody && memory[1] == size));
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
}

static void fetched(void) {
  double *memory, sent[3] = {1, 2, 3}, before[3] = {-1, -1, -1};
  int right = (rank + 1) % size;
  MPI_Datatype gap;
  MPI_Win win;
  MPI_Type_vector(3, 1, 2, MPI_DOUBLE, &gap);
  MPI_Type_commit(&gap);
  MPI_Win_allocate(6 * 8, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 6; i++) {
    memory[i] = 10 * i;
  }
  MPI_Win_fence(0, win);
  MPI_Get_accumulate(sent, 3, MPI_DOUBLE, before, 3, MPI_DOUBLE, right, 0, 1, gap, MPI_PROD, win);
  MPI_Win_fence(0, win);
  double expected[] = {0, 10, 40, 30, 120, 50};
  for (int i = 0; i < 6; i++) {
    CHECK(memory[i] == expected[i]);
  }
  CHECK(before[0] == 0 && before[1] == 20 && before[2] == 40);
  /* an atomic read, for which there is no origin */
  MPI_Get_accumulate_c(
      NULL, 0, MPI_DATATYPE_NULL, before, 3, MPI_DOUBLE, right, 0, 1, gap, MPI_NO_OP, win);
  MPI_Win_fence(0, win);
  CHECK(before[0] == 0 && before[1] == 40 && before[2] == 120);
  MPI_Type_free(&gap);
  MPI_Win_free(&win);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  sums();
  other_operations();
  tickets();
  swapped();
  fetched();
  MPI_Finalize();
  return 0;
}
