/* Derived datatypes: sizes, bounds, and what moves (section 5.1). */
#include "check.h"

static void bounds(MPI_Datatype type, int size, MPI_Aint lb, MPI_Aint extent, MPI_Aint true_lb, MPI_Aint true_extent) {
  int s;
  MPI_Aint l, e;
  MPI_Type_size(type, &s);
  CHECK(s == size);
  MPI_Type_get_extent(type, &l, &e);
  CHECK(l == lb && e == extent);
  MPI_Type_get_true_extent(type, &l, &e);
  CHECK(l == true_lb && e == true_extent);
}

/* Sends count elements to oneself, and receives them as ints. */
static void moves(const void *from, int count, MPI_Datatype type, const int *expected, int ints) {
  int got[64];
  CHECK(ints <= 64);
  memset(got, -1, sizeof got);
  MPI_Sendrecv(from, count, type, 0, 0, got, ints, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  for (int i = 0; i < ints; i++) CHECK(got[i] == expected[i]);
}

int main(int argc, char **argv) {
  int rank, size, a[40];
  check_begin(&argc, &argv, &rank, &size);
  for (int i = 0; i < 40; i++) a[i] = i;
  MPI_Datatype t, u;

  MPI_Type_vector(3, 2, 4, MPI_INT, &t);
  MPI_Type_commit(&t);
  bounds(t, 24, 0, 40, 0, 40);
  moves(a, 2, t, (int[]) {0, 1, 4, 5, 8, 9, 10, 11, 14, 15, 18, 19}, 12);
  MPI_Type_create_resized(t, 0, 8, &u);
  MPI_Type_commit(&u);
  bounds(u, 24, 0, 8, 0, 40);
  moves(a, 2, u, (int[]) {0, 1, 4, 5, 8, 9, 2, 3, 6, 7, 10, 11}, 12);
  MPI_Type_free(&t); /* lives on in what was made of it */
  moves(a, 1, u, (int[]) {0, 1, 4, 5, 8, 9}, 6);
  MPI_Type_free(&u);

  MPI_Type_vector(2, 1, -3, MPI_INT, &t); /* reaches below its origin */
  MPI_Type_commit(&t);
  bounds(t, 8, -12, 16, -12, 16);
  moves(a + 10, 1, t, (int[]) {10, 7}, 2);
  MPI_Type_free(&t);

  MPI_Type_indexed(3, (int[]) {2, 0, 1}, (int[]) {5, 100, 1}, MPI_INT, &t);
  MPI_Type_commit(&t);
  bounds(t, 12, 4, 24, 4, 24);
  moves(a, 1, t, (int[]) {5, 6, 1}, 3);
  MPI_Type_free(&t);

  MPI_Type_create_hindexed(2, (int[]) {1, 1}, (MPI_Aint[]) {8, 24}, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {2, 6}, 2);
  MPI_Type_free(&t);
  MPI_Type_create_indexed_block(2, 2, (int[]) {4, 0}, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {4, 5, 0, 1}, 4);
  MPI_Type_free(&t);
  MPI_Type_create_hindexed_block(2, 1, (MPI_Aint[]) {4, 12}, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {1, 3}, 2);
  MPI_Type_free(&t);
  MPI_Type_create_hvector(2, 1, 20, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {0, 5}, 2);
  MPI_Type_free(&t);

  struct mixed {
    char c;
    double d;
    int i;
  } one = {'x', 1.5, 7}, other;
  MPI_Type_create_struct(3, (int[]) {1, 1, 1},
                         (MPI_Aint[]) {offsetof(struct mixed, c), offsetof(struct mixed, d), offsetof(struct mixed, i)},
                         (MPI_Datatype[]) {MPI_CHAR, MPI_DOUBLE, MPI_INT}, &t);
  MPI_Type_commit(&t);
  bounds(t, 13, 0, sizeof(struct mixed), 0, 20);
  MPI_Sendrecv(&one, 1, t, 0, 0, &other, 1, t, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  CHECK(other.c == 'x' && other.d == 1.5 && other.i == 7);
  MPI_Type_free(&t);

  /* Absolute addresses from MPI_BOTTOM. */
  MPI_Aint where[2];
  int left = 3, right = 4;
  MPI_Get_address(&left, &where[0]);
  MPI_Get_address(&right, &where[1]);
  MPI_Type_create_hindexed(2, (int[]) {1, 1}, where, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(MPI_BOTTOM, 1, t, (int[]) {3, 4}, 2);
  MPI_Bcast(MPI_BOTTOM, 1, t, 0, MPI_COMM_WORLD);
  CHECK(left == 3 && right == 4);
  MPI_Type_free(&t);

  MPI_Type_create_subarray(2, (int[]) {4, 5}, (int[]) {2, 2}, (int[]) {1, 2}, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {7, 8, 12, 13}, 4);
  bounds(t, 16, 0, 80, 28, 28);
  MPI_Type_free(&t);
  MPI_Type_create_subarray(2, (int[]) {4, 5}, (int[]) {2, 2}, (int[]) {1, 2}, MPI_ORDER_FORTRAN, MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {9, 10, 13, 14}, 4);
  MPI_Type_free(&t);
  MPI_Type_create_darray(2, 1, 1, (int[]) {7}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {2}, (int[]) {2}, MPI_ORDER_C,
                         MPI_INT, &t);
  MPI_Type_commit(&t);
  moves(a, 1, t, (int[]) {2, 3, 6}, 3);
  MPI_Type_free(&t);

  MPI_Count big;
  int small;
  MPI_Type_contiguous(1 << 30, MPI_DOUBLE, &t);
  MPI_Type_size(t, &small);
  MPI_Type_size_c(t, &big);
  CHECK(small == MPI_UNDEFINED && big == (MPI_Count) 8 << 30);
  MPI_Type_free(&t);
  return check_end();
}
