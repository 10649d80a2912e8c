/* Derived datatypes in collectives: a matrix dealt out by columns, other types on both sides of a
   transfer, absolute addresses from MPI_BOTTOM, and extents that are not sizes. */
#include "check.h"

#define RANKS 8
#define ROWS 4

static int rank, size;

/* One column each: a vector, resized to the width of an element so that columns lie abreast. */
static void columns(void) {
  int matrix[ROWS][RANKS], column[ROWS];
  MPI_Datatype strided, slim;
  MPI_Type_vector(ROWS, 1, RANKS, MPI_INT, &strided);
  MPI_Type_create_resized(strided, 0, sizeof(int), &slim);
  MPI_Type_commit(&slim);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < RANKS; j++)
      matrix[i][j] = i * 10 + j;
  MPI_Scatter(matrix, 1, slim, column, ROWS, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS; i++) {
    CHECK(column[i] == i * 10 + rank);
    column[i] += 100;
  }
  MPI_Gather(column, ROWS, MPI_INT, matrix, 1, slim, 0, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS && rank == 0; i++)
    for (int j = 0; j < RANKS; j++)
      CHECK(matrix[i][j] == i * 10 + j + (j < size ? 100 : 0));
  for (int i = 0; i < ROWS; i++)
    column[i] = i * 10 + rank;
  MPI_Allgather(column, ROWS, MPI_INT, matrix, 1, slim, MPI_COMM_WORLD);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < size; j++)
      CHECK(matrix[i][j] == i * 10 + j);
  MPI_Type_free(&slim);
  MPI_Type_free(&strided);
}

/* The root's struct is every other rank's three numbers, at addresses of their own. */
static void addresses(void) {
  int a = -1, b = -1;
  double c = -1;
  struct {
    int a, b;
    double c;
  } all = {1, 2, 3.5};
  MPI_Datatype type;
  MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE};
  int lengths[2] = {2, 1};
  if (rank == 0) {
    MPI_Aint inside[2] = {0, sizeof(double)};
    MPI_Type_create_struct(2, lengths, inside, parts, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(&all, 1, type, 0, MPI_COMM_WORLD);
  } else {
    MPI_Aint at[3];
    MPI_Datatype three[3] = {MPI_INT, MPI_INT, MPI_DOUBLE};
    int ones[3] = {1, 1, 1};
    MPI_Get_address(&a, &at[0]);
    MPI_Get_address(&b, &at[1]);
    MPI_Get_address(&c, &at[2]);
    MPI_Type_create_struct(3, ones, at, three, &type);
    MPI_Type_commit(&type);
    MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD);
    CHECK(a == 1 && b == 2 && c == 3.5);
  }
  MPI_Type_free(&type);
}

/* A column to each rank and a row from each: the transpose. */
static void transpose(void) {
  int in[RANKS * RANKS], out[RANKS * RANKS];
  int counts[RANKS], displs[RANKS];
  MPI_Datatype strided, column;
  MPI_Type_vector(size, 1, size, MPI_INT, &strided);
  MPI_Type_create_resized(strided, 0, sizeof(int), &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < size * size; i++)
    out[i] = rank * 1000 + i;
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    displs[i] = i;
  }
  int lengths[RANKS], starts[RANKS];
  for (int i = 0; i < size; i++) {
    lengths[i] = size;
    starts[i] = i * size;
  }
  MPI_Alltoallv(out, counts, displs, column, in, lengths, starts, MPI_INT, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++)
    for (int k = 0; k < size; k++)
      CHECK(in[i * size + k] == i * 1000 + k * size + rank);
  MPI_Type_free(&column);
  MPI_Type_free(&strided);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  columns();
  addresses();
  transpose();
  return check_end();
}
