/* Buffers in a device's memory. The program loads the CUDA driver itself, after its first messages: from then
   on the library recognises its addresses. */
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHORT = 5, LONG = 200000, ROWS = 300, COLUMNS = 7 };

typedef unsigned long long device_address;

static int (*alloc)(device_address *, size_t);
static int (*to_device)(device_address, const void *, size_t, void *);
static int (*to_host)(void *, device_address, size_t, void *);
static int (*synchronize)(void *);
static void *stream;
static int rank, size;

#define MUST(condition)                                                        \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "device.c:%d: rank %d: %s\n", __LINE__, rank, #condition); \
      MPI_Abort(MPI_COMM_WORLD, 1);                                            \
    }                                                                          \
  } while (0)

static void *find(void *library, const char *name) {
  void *found = dlsym(library, name);
  if (found == NULL) fprintf(stderr, "there is no %s\n", name);
  MUST(found != NULL);
  return found;
}

static void begin_device(void) {
  void *context;
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  MUST(library != NULL);
  MUST(((int (*)(unsigned)) find(library, "cuInit"))(0) == 0);
  MUST(((int (*)(void **, int)) find(library, "cuDevicePrimaryCtxRetain"))(&context, 0) == 0);
  MUST(((int (*)(void *)) find(library, "cuCtxSetCurrent"))(context) == 0);
  MUST(((int (*)(void **, unsigned)) find(library, "cuStreamCreate"))(&stream, 0) == 0);
  *(void **) &alloc = find(library, "cuMemAlloc_v2");
  *(void **) &to_device = find(library, "cuMemcpyHtoDAsync_v2");
  *(void **) &to_host = find(library, "cuMemcpyDtoHAsync_v2");
  *(void **) &synchronize = find(library, "cuStreamSynchronize");
}

static void *device(const double *numbers, int n) {
  device_address address;
  MUST(alloc(&address, n * sizeof(double)) == 0);
  MUST(to_device(address, numbers, n * sizeof(double), stream) == 0 && synchronize(stream) == 0);
  return (void *) address;
}

static void host(double *numbers, void *from, int n) {
  MUST(to_host(numbers, (device_address) from, n * sizeof(double), stream) == 0 && synchronize(stream) == 0);
}

static void messages(int n) {
  double *numbers = calloc(n, sizeof(double)), *got = calloc(n, sizeof(double));
  int right = (rank + 1) % size, left = (rank + size - 1) % size, i, count;
  MPI_Status status;
  MPI_Request request;
  for (i = 0; i < n; i++) numbers[i] = 1000.0 * rank + i;
  void *mine = device(numbers, n), *theirs = device(got, n);
  MPI_Sendrecv(mine, n, MPI_DOUBLE, right, 1, theirs, n, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_DOUBLE, &count);
  host(got, theirs, n);
  for (i = 0; i < n; i++) MUST(count == n && got[i] == 1000.0 * left + i);

  MPI_Irecv(got, n, MPI_DOUBLE, left, 2, MPI_COMM_WORLD, &request); /* on the host */
  MPI_Send(mine, n, MPI_DOUBLE, right, 2, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  for (i = 0; i < n; i++) MUST(got[i] == 1000.0 * left + i);

  MPI_Allreduce(mine, theirs, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  host(got, theirs, n);
  for (i = 0; i < n; i++) MUST(got[i] == 1000.0 * size * (size - 1) / 2 + (double) size * i);
  MPI_Allreduce(MPI_IN_PLACE, theirs, n, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  MPI_Bcast(mine, n, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
  host(got, mine, n);
  for (i = 0; i < n; i++) MUST(got[i] == 1000.0 * (size - 1) + i);
  free(numbers);
  free(got);
}

static void columns(void) {
  double matrix[ROWS * COLUMNS], got[ROWS];
  MPI_Datatype column;
  int i, right = (rank + 1) % size, left = (rank + size - 1) % size;
  for (i = 0; i < ROWS * COLUMNS; i++) matrix[i] = rank * 10000 + i;
  double *mine = device(matrix, ROWS * COLUMNS);
  MPI_Type_vector(ROWS, 1, COLUMNS, MPI_DOUBLE, &column);
  MPI_Type_commit(&column);
  MPI_Sendrecv(mine + 2, 1, column, right, 3, got, ROWS, MPI_DOUBLE, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  for (i = 0; i < ROWS; i++) MUST(got[i] == left * 10000 + i * COLUMNS + 2);
  MPI_Type_free(&column);
}

static void window(void) {
  double numbers[SHORT] = {0}, put = rank + 0.5;
  MPI_Win win;
  void *memory = device(numbers, SHORT);
  MPI_Win_create(memory, sizeof numbers, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&put, 1, MPI_DOUBLE, (rank + 1) % size, 3, 1, MPI_DOUBLE, win);
  MPI_Accumulate(&put, 1, MPI_DOUBLE, 0, 1, 1, MPI_DOUBLE, MPI_SUM, win);
  MPI_Win_fence(0, win);
  host(numbers, memory, SHORT);
  MUST(numbers[3] == (rank + size - 1) % size + 0.5);
  MUST(rank != 0 || numbers[1] == size * (size - 1) / 2.0 + size * 0.5);
  MPI_Win_free(&win);
}

static void kinds(void) {
  MPI_Info info;
  char value[200] = "";
  int flag = 0, room = sizeof value;
  MPI_Comm_get_info(MPI_COMM_WORLD, &info);
  MPI_Info_get_string(info, "mpi_memory_alloc_kinds", &room, value, &flag);
  MPI_Info_free(&info);
  MUST(flag && strcmp(value, "system,mpi,cuda:device") == 0);
}

int main(int argc, char **argv) {
  double before = 3, after = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&before, &after, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  MUST(after == 3.0 * size);
  begin_device();
  messages(SHORT);
  messages(LONG);
  columns();
  window();
  if (argc > 1) kinds();
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) puts("all is well");
  MPI_Finalize();
  return 0;
}
