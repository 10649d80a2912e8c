/* Many threads of the program call MPI at once (section 11.6). */
#include "check.h"
#include <pthread.h>

enum { THREADS = 4, ROUNDS = 200 };

static int rank, size;

static void *talk(void *number) {
  int me = *(int *) number, next = (rank + 1) % size, before = (rank + size - 1) % size, got;
  for (int i = 0; i < ROUNDS; i++) {
    int mine = 1000 * rank + me;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, before, me, MPI_COMM_WORLD, &request);
    MPI_Send(&mine, 1, MPI_INT, next, me, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(got == 1000 * before + me);
  }
  return NULL;
}

int main(int argc, char **argv) {
  int provided, numbers[THREADS];
  pthread_t threads[THREADS];
#ifndef SUITE
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
#else
  (void) argc, (void) argv;
  MPI_Query_thread(&provided);
#endif
  CHECK(provided == MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < THREADS; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, talk, &numbers[i]);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
  return check_end();
}
