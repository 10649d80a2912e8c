/*
 * Writes, or reads and checks, one file for each view, datatype and representation, on four ranks:
 *
 *   interchange write|read FOLDER
 *
 * InterchangeTest does the same in Java. Number i of rank r is 1000 r + i.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANKS 4
#define MOST 64

typedef union {
  int ints[MOST];
  double doubles[MOST];
  short shorts[MOST];
  float floats[MOST];
  int64_t longs[MOST];
} Numbers;

static const char *TYPES[] = {"int", "double", "short", "float", "int64"};
static const char *REPRESENTATIONS[] = {"native", "external32"};
static const char *VIEWS[] = {"vector", "subarray", "block", "cyclic", "ordered"};

static int rank;

static void need(int code, const char *what) {
  if (code != MPI_SUCCESS) {
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "rank %d: %s: %s\n", rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

static MPI_Datatype element(int type) {
  MPI_Datatype all[] = {MPI_INT, MPI_DOUBLE, MPI_SHORT, MPI_FLOAT, MPI_INT64_T};
  return all[type];
}

static void set(Numbers *numbers, int type, int i, int value) {
  switch (type) {
    case 0: numbers->ints[i] = value; break;
    case 1: numbers->doubles[i] = value; break;
    case 2: numbers->shorts[i] = (short) value; break;
    case 3: numbers->floats[i] = (float) value; break;
    default: numbers->longs[i] = value;
  }
}

static double get(const Numbers *numbers, int type, int i) {
  switch (type) {
    case 0: return numbers->ints[i];
    case 1: return numbers->doubles[i];
    case 2: return numbers->shorts[i];
    case 3: return numbers->floats[i];
    default: return numbers->longs[i];
  }
}

/* What a rank sees of the file. */
static MPI_Datatype filetype(const char *view, MPI_Datatype of) {
  MPI_Datatype made = MPI_DATATYPE_NULL;
  int grid[] = {2, 2};
  if (!strcmp(view, "vector")) { /* three pieces of two, each four times as far as it is long */
    MPI_Datatype vector;
    MPI_Aint lb, extent;
    MPI_Type_get_extent(of, &lb, &extent);
    MPI_Type_vector(3, 2, 2 * RANKS, of, &vector);
    MPI_Type_create_resized(vector, 0, 3 * 2 * RANKS * extent, &made);
    MPI_Type_free(&vector);
  } else if (!strcmp(view, "subarray")) { /* a quarter of an array of 6 times 8 */
    int sizes[] = {6, 8}, part[] = {3, 4}, first[] = {rank / 2 * 3, rank % 2 * 4};
    MPI_Type_create_subarray(2, sizes, part, first, MPI_ORDER_C, of, &made);
  } else if (!strcmp(view, "block")) { /* an array of 7 times 5, which cannot be halved */
    int sizes[] = {7, 5}, ways[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK};
    int lengths[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Type_create_darray(RANKS, rank, 2, sizes, ways, lengths, grid, MPI_ORDER_C, of, &made);
  } else if (!strcmp(view, "cyclic")) {
    int sizes[] = {7, 6}, ways[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC};
    int lengths[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Type_create_darray(
        RANKS, rank, 2, sizes, ways, lengths, grid, MPI_ORDER_FORTRAN, of, &made);
  } else { /* all, by the shared pointer */
    MPI_Type_dup(of, &made);
  }
  MPI_Type_commit(&made);
  return made;
}

/*
 * The numbers before those of a rank when each writes 5 and its rank in order: MPICH 4.0 does not
 * convert what MPI_File_read_ordered reads.
 */
static MPI_Offset before(int of) {
  return 5 * of + of * (of - 1) / 2;
}

static void one(int isWrite, const char *folder, const char *view, int type, const char *as) {
  char name[4096];
  snprintf(name, sizeof name, "%s/%s-%s-%s", folder, view, TYPES[type], as);
  MPI_Datatype of = element(type);
  MPI_Datatype seen = filetype(view, of);
  int isOrdered = !strcmp(view, "ordered");
  int seenBytes, ofBytes;
  MPI_Type_size(seen, &seenBytes);
  MPI_Type_size(of, &ofBytes);
  int count = isOrdered ? 5 + rank : 2 * seenBytes / ofBytes;
  Numbers numbers;
  memset(&numbers, 0, sizeof numbers);
  for (int i = 0; isWrite && i < count; i++) set(&numbers, type, i, 1000 * rank + i);
  MPI_File file;
  int mode = isWrite ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
  need(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file), name);
  MPI_Offset disp = 16 + (strcmp(view, "vector") ? 0 : 2 * ofBytes * rank);
  need(MPI_File_set_view(file, disp, of, seen, as, MPI_INFO_NULL), name);
  MPI_Status status;
  if (isWrite && isOrdered) need(MPI_File_write_ordered(file, &numbers, count, of, &status), name);
  else if (isWrite) need(MPI_File_write_all(file, &numbers, count, of, &status), name);
  else if (isOrdered)
    need(MPI_File_read_at_all(file, before(rank), &numbers, count, of, &status), name);
  else need(MPI_File_read_all(file, &numbers, count, of, &status), name);
  for (int i = 0; i < count; i++) {
    if (get(&numbers, type, i) != 1000 * rank + i) {
      fprintf(stderr, "%s: number %d of rank %d is %g\n", name, i, rank, get(&numbers, type, i));
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  need(MPI_File_close(&file), name);
  MPI_Type_free(&seen);
}

int main(int c, char **v) {
  int size;
  MPI_Init(&c, &v);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (c != 3 || size != RANKS) MPI_Abort(MPI_COMM_WORLD, 2);
  int isWrite = !strcmp(v[1], "write");
  for (size_t view = 0; view < sizeof VIEWS / sizeof *VIEWS; view++)
    for (int type = 0; type < 5; type++)
      for (int as = 0; as < 2; as++) one(isWrite, v[2], VIEWS[view], type, REPRESENTATIONS[as]);
  MPI_Finalize();
  return 0;
}
