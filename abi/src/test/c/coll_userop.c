/* Operations of the program: in rank order if they do not commute, on derived datatypes whose
   handle the function gets as the program gave it, and with large counts. */
#include "check.h"
#include <sys/mman.h>

#define N 500

typedef struct {
  int scale, shift, unused;
} Map; /* x -> scale * x + shift, modulo a prime */

static const int PRIME = 7919;
static MPI_Datatype map_type;
static int handles_seen;

/* First a, then b. */
static Map after(Map a, Map b) {
  Map both = {a.scale * b.scale % PRIME, (b.scale * a.shift + b.shift) % PRIME, b.unused};
  return both;
}

static void compose(void *in, void *inout, int *length, MPI_Datatype *type) {
  Map *a = in, *b = inout;
  CHECK(*type == map_type);
  handles_seen++;
  for (int i = 0; i < *length; i++)
    b[i] = after(a[i], b[i]);
}

static void compose_large(void *in, void *inout, MPI_Count *length, MPI_Datatype *type) {
  Map *a = in, *b = inout;
  CHECK(*type == map_type);
  for (MPI_Count i = 0; i < *length; i++)
    b[i] = after(a[i], b[i]);
}

/* How many elements a function of each form is told of. */
static MPI_Count told;

static void tell(void *in, void *inout, int *length, MPI_Datatype *type) {
  CHECK(*length > 0);
  told += *length;
}

static void tell_large(void *in, void *inout, MPI_Count *length, MPI_Datatype *type) {
  told += *length;
}

/* More elements than an int counts: a function that is told an int is called several times. Nobody touches
   their memory. */
static void many(void) {
  MPI_Count count = (MPI_Count) 5 << 30;
  int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
  char *room = mmap(NULL, 2 * count, PROT_READ | PROT_WRITE, how, -1, 0);
  if (room == MAP_FAILED)
    return;
  MPI_Op op;
  MPI_Op_create(tell, 1, &op);
  MPI_Reduce_local_c(room, room + count, count, MPI_BYTE, op);
  CHECK(told == count);
  MPI_Op_free(&op);
  MPI_Op_create_c(tell_large, 1, &op);
  MPI_Reduce_local_c(room, room + count, count, MPI_BYTE, op);
  CHECK(told == 2 * count);
  MPI_Op_free(&op);
  munmap(room, 2 * count);
}

static Map map_of(int rank, int i) {
  Map m = {rank + 2 + i, 3 * rank + i, -1};
  return m;
}

/* The maps of ranks from ... to, composed in order. */
static Map expected(int to, int i) {
  Map m = map_of(0, i);
  for (int r = 1; r <= to; r++)
    m = after(m, map_of(r, i));
  return m;
}

static int same(Map a, Map b) { return a.scale == b.scale && a.shift == b.shift; }

static void all(MPI_Op op, int rank, int size) {
  static Map mine[N], got[N];
  for (int i = 0; i < N; i++)
    mine[i] = map_of(rank, i);
  MPI_Allreduce(mine, got, N, map_type, op, MPI_COMM_WORLD);
  for (int i = 0; i < N; i++)
    CHECK(same(got[i], expected(size - 1, i)));
  for (int root = 0; root < size; root++) {
    MPI_Reduce(mine, got, N, map_type, op, root, MPI_COMM_WORLD);
    CHECK(rank != root || same(got[N - 1], expected(size - 1, N - 1)));
  }
  MPI_Scan(mine, got, N, map_type, op, MPI_COMM_WORLD);
  CHECK(same(got[N - 1], expected(rank, N - 1)));
  MPI_Exscan(mine, got, N, map_type, op, MPI_COMM_WORLD);
  CHECK(rank == 0 || same(got[N - 1], expected(rank - 1, N - 1)));
  Map part;
  MPI_Reduce_scatter_block(mine, &part, 1, map_type, op, MPI_COMM_WORLD);
  CHECK(same(part, expected(size - 1, rank)));
  Map a = map_of(0, 5), b = map_of(1, 5);
  MPI_Reduce_local(&a, &b, 1, map_type, op);
  CHECK(same(b, expected(1, 5)));
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  int is_commutative = -1;
  MPI_Op_commutative(MPI_SUM, &is_commutative);
  CHECK(is_commutative == 1);
  MPI_Op_commutative(MPI_REPLACE, &is_commutative);
  CHECK(is_commutative == 0);
  MPI_Op not_commuting;
  MPI_Op_create(compose, 0, &not_commuting);
  MPI_Op_commutative(not_commuting, &is_commutative);
  CHECK(is_commutative == 0);
  MPI_Op_free(&not_commuting);
  CHECK(not_commuting == MPI_OP_NULL);
  MPI_Datatype two;
  MPI_Type_contiguous(2, MPI_INT, &two);
  MPI_Type_create_resized(two, 0, sizeof(Map), &map_type);
  MPI_Type_commit(&map_type);
  MPI_Op op, large;
  MPI_Op_create(compose, 0, &op);
  MPI_Op_create_c(compose_large, 0, &large);
  all(op, rank, size);
  CHECK(handles_seen > 0);
  all(large, rank, size);
  MPI_Op_free(&op);
  MPI_Op_free(&large);
  MPI_Type_free(&map_type);
  MPI_Type_free(&two);
  many();
  return check_end();
}
