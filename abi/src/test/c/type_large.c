/* Datatypes of functions whose counts are MPI_Count (sections 5.1.2 to 5.1.4 and 5.1.13), many with more
   elements than an int counts: these are made and asked, no memory is touched. */
#include "check.h"
#include <stdint.h>

#define BIG ((MPI_Count) 3 << 31)

/* Sizes and bounds; a size that an int cannot hold is undefined for MPI_Type_size. */
static void bounds(MPI_Datatype type, MPI_Count size, MPI_Count lb, MPI_Count extent, MPI_Count true_lb,
                   MPI_Count true_extent) {
  int small;
  MPI_Count s, l, e;
  MPI_Aint a, b;
  MPI_Type_size_c(type, &s);
  CHECK(s == size);
  MPI_Type_size(type, &small);
  CHECK(small == (size == (int) size ? size : MPI_UNDEFINED));
  MPI_Type_get_extent_c(type, &l, &e);
  CHECK(l == lb && e == extent);
  MPI_Type_get_extent(type, &a, &b);
  CHECK(a == lb && b == extent);
  MPI_Type_get_true_extent_c(type, &l, &e);
  CHECK(l == true_lb && e == true_extent);
}

/* All counts and displacements are told as large counts, whatever their values, and only by the functions
   for them. Frees the type. */
static void contents(MPI_Datatype *type, int combiner, int ni, const int *integers, int nc, const MPI_Count *counts,
                     int nt, const MPI_Datatype *types) {
  int found, a, b, c, ints[12];
  MPI_Count i, n, k, t, large[12];
  MPI_Aint addresses[1];
  MPI_Datatype parts[2];
  MPI_Type_get_envelope_c(*type, &i, &n, &k, &t, &found);
  CHECK(found == combiner && i == ni && n == 0 && k == nc && t == nt);
  MPI_Type_get_contents_c(*type, ni, 0, nc, nt, ints, addresses, large, parts);
  for (int at = 0; at < ni; at++) CHECK(ints[at] == integers[at]);
  for (int at = 0; at < nc; at++) CHECK(large[at] == counts[at]);
  for (int at = 0; at < nt; at++) CHECK(parts[at] == types[at]);
  CHECK_ERROR(MPI_Type_get_envelope(*type, &a, &b, &c, &found), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_get_contents(*type, 12, 1, 2, ints, addresses, parts), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_get_contents_c(*type, ni, 0, nc - 1, nt, ints, addresses, large, parts), MPI_ERR_ARG);
  MPI_Type_free(type);
}

static void contents_of(MPI_Datatype *type, int combiner, int nc, const MPI_Count *counts, MPI_Datatype part) {
  contents(type, combiner, 0, NULL, nc, counts, 1, &part);
}

static void large(void) {
  MPI_Datatype t;
  MPI_Type_contiguous_c(BIG, MPI_INT, &t);
  bounds(t, 4 * BIG, 0, 4 * BIG, 0, 4 * BIG);
  contents_of(&t, MPI_COMBINER_CONTIGUOUS, 1, (MPI_Count[]) {BIG}, MPI_INT);

  MPI_Type_vector_c(BIG, 2, 4, MPI_SHORT, &t);
  bounds(t, 4 * BIG, 0, 8 * BIG - 4, 0, 8 * BIG - 4);
  contents_of(&t, MPI_COMBINER_VECTOR, 3, (MPI_Count[]) {BIG, 2, 4}, MPI_SHORT);
  MPI_Type_create_hvector_c(3, BIG, -5 * BIG, MPI_BYTE, &t);
  bounds(t, 3 * BIG, -10 * BIG, 11 * BIG, -10 * BIG, 11 * BIG);
  contents_of(&t, MPI_COMBINER_HVECTOR, 3, (MPI_Count[]) {3, BIG, -5 * BIG}, MPI_BYTE);

  MPI_Type_indexed_c(2, (MPI_Count[]) {BIG, 1}, (MPI_Count[]) {1, 3 * BIG}, MPI_INT, &t);
  bounds(t, 4 * BIG + 4, 4, 12 * BIG, 4, 12 * BIG);
  contents_of(&t, MPI_COMBINER_INDEXED, 5, (MPI_Count[]) {2, BIG, 1, 1, 3 * BIG}, MPI_INT);
  MPI_Type_create_hindexed_c(2, (MPI_Count[]) {1, BIG}, (MPI_Count[]) {-BIG, BIG}, MPI_BYTE, &t);
  bounds(t, BIG + 1, -BIG, 3 * BIG, -BIG, 3 * BIG);
  contents_of(&t, MPI_COMBINER_HINDEXED, 5, (MPI_Count[]) {2, 1, BIG, -BIG, BIG}, MPI_BYTE);
  MPI_Type_create_indexed_block_c(2, BIG, (MPI_Count[]) {2 * BIG, 0}, MPI_SHORT, &t);
  bounds(t, 4 * BIG, 0, 6 * BIG, 0, 6 * BIG);
  contents_of(&t, MPI_COMBINER_INDEXED_BLOCK, 4, (MPI_Count[]) {2, BIG, 2 * BIG, 0}, MPI_SHORT);
  MPI_Type_create_hindexed_block_c(2, 2, (MPI_Count[]) {BIG, 0}, MPI_INT, &t);
  bounds(t, 16, 0, BIG + 8, 0, BIG + 8);
  contents_of(&t, MPI_COMBINER_HINDEXED_BLOCK, 4, (MPI_Count[]) {2, 2, BIG, 0}, MPI_INT);

  MPI_Datatype two[] = {MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct_c(2, (MPI_Count[]) {BIG, 1}, (MPI_Count[]) {0, 8 * BIG}, two, &t);
  bounds(t, 4 * BIG + 8, 0, 8 * BIG + 8, 0, 8 * BIG + 8);
  contents(&t, MPI_COMBINER_STRUCT, 0, NULL, 5, (MPI_Count[]) {2, BIG, 1, 0, 8 * BIG}, 2, two);
  MPI_Type_create_resized_c(MPI_INT, -BIG, 2 * BIG, &t);
  bounds(t, 4, -BIG, 2 * BIG, 0, 4);
  contents_of(&t, MPI_COMBINER_RESIZED, 2, (MPI_Count[]) {-BIG, 2 * BIG}, MPI_INT);
}

/* Numbers of dimensions, ranks and the like are ints all the same. */
static void arrays(void) {
  MPI_Datatype t, byte = MPI_BYTE;
  MPI_Type_create_subarray_c(2, (MPI_Count[]) {BIG, 4}, (MPI_Count[]) {BIG - 1, 2}, (MPI_Count[]) {1, 2}, MPI_ORDER_C,
                             MPI_BYTE, &t);
  bounds(t, 2 * BIG - 2, 0, 4 * BIG, 6, 4 * BIG - 6);
  contents(&t, MPI_COMBINER_SUBARRAY, 2, (int[]) {2, MPI_ORDER_C}, 6, (MPI_Count[]) {BIG, 4, BIG - 1, 2, 1, 2}, 1,
           &byte);
  MPI_Type_create_darray_c(2, 1, 1, (MPI_Count[]) {2 * BIG + 1}, (int[]) {MPI_DISTRIBUTE_BLOCK},
                           (int[]) {MPI_DISTRIBUTE_DFLT_DARG}, (int[]) {2}, MPI_ORDER_FORTRAN, MPI_BYTE, &t);
  bounds(t, BIG, 0, 2 * BIG + 1, BIG + 1, BIG);
  contents(&t, MPI_COMBINER_DARRAY, 7,
           (int[]) {2, 1, 1, MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_DFLT_DARG, 2, MPI_ORDER_FORTRAN}, 1,
           (MPI_Count[]) {2 * BIG + 1}, 1, &byte);
  MPI_Type_create_darray_c(4, 1, 2, (MPI_Count[]) {2 * BIG, 2}, (int[]) {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE},
                           (int[]) {3, MPI_DISTRIBUTE_DFLT_DARG}, (int[]) {4, 1}, MPI_ORDER_C, MPI_BYTE, &t);
  bounds(t, BIG, 0, 4 * BIG, 6, 4 * BIG - 18);
  contents(&t, MPI_COMBINER_DARRAY, 10,
           (int[]) {4, 1, 2, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE, 3, MPI_DISTRIBUTE_DFLT_DARG, 4, 1,
                    MPI_ORDER_C},
           2, (MPI_Count[]) {2 * BIG, 2}, 1, &byte);
}

/* Which function has made a type is told, not which values it was given. */
static void which_form(void) {
  MPI_Datatype t, u, part;
  MPI_Count ni, na, nc, nt, counts[3];
  MPI_Aint addresses[2];
  int a, b, c, combiner, integers[3];
  MPI_Type_contiguous_c(2, MPI_INT, &t);
  bounds(t, 8, 0, 8, 0, 8);
  MPI_Type_dup(t, &u); /* has no counts */
  MPI_Type_get_envelope(u, &a, &b, &c, &combiner);
  CHECK(combiner == MPI_COMBINER_DUP && a == 0 && b == 0 && c == 1);
  MPI_Type_get_contents(u, 0, 0, 1, integers, addresses, &part);
  contents_of(&part, MPI_COMBINER_CONTIGUOUS, 1, (MPI_Count[]) {2}, MPI_INT);
  contents_of(&t, MPI_COMBINER_CONTIGUOUS, 1, (MPI_Count[]) {2}, MPI_INT);
  MPI_Type_free(&u);

  MPI_Type_create_hvector(3, 2, 40, MPI_INT, &t);
  MPI_Type_get_envelope_c(t, &ni, &na, &nc, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_HVECTOR && ni == 2 && na == 1 && nc == 0 && nt == 1);
  MPI_Type_get_contents_c(t, 2, 1, 0, 1, integers, addresses, counts, &part);
  CHECK(integers[0] == 3 && integers[1] == 2 && addresses[0] == 40 && part == MPI_INT);
  MPI_Type_free(&t);
  MPI_Type_get_envelope_c(MPI_DOUBLE, &ni, &na, &nc, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_NAMED && ni == 0 && na == 0 && nc == 0 && nt == 0);
  CHECK_ERROR(MPI_Type_get_contents_c(MPI_DOUBLE, 0, 0, 0, 0, integers, addresses, counts, &part), MPI_ERR_TYPE);
}

/* What of a datatype has been received. */
static void elements(void) {
  MPI_Datatype t, pair;
  MPI_Status status;
  MPI_Count count;
  int small;
  MPI_Type_contiguous_c(BIG, MPI_INT, &t);
  MPI_Type_create_struct_c(2, (MPI_Count[]) {BIG, 1}, (MPI_Count[]) {0, 4 * BIG},
                           (MPI_Datatype[]) {MPI_INT, MPI_SHORT}, &pair);
  MPI_Status_set_elements_c(&status, t, 2 * BIG + 1);
  MPI_Get_elements_c(&status, t, &count);
  CHECK(count == 2 * BIG + 1);
  MPI_Get_elements(&status, t, &small);
  CHECK(small == MPI_UNDEFINED);
  MPI_Get_count_c(&status, t, &count);
  CHECK(count == MPI_UNDEFINED);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == 2 * BIG + 1);
  MPI_Status_set_elements_c(&status, t, 3 * BIG);
  MPI_Get_count(&status, t, &small);
  CHECK(small == 3);
  MPI_Status_set_elements_c(&status, pair, 2 * BIG + 2);
  MPI_Get_elements_c(&status, pair, &count);
  CHECK(count == 2 * BIG + 2);
  MPI_Get_count_c(&status, pair, &count);
  CHECK(count == 2);
  MPI_Get_elements_c(&status, MPI_BYTE, &count);
  CHECK(count == 8 * BIG + 4);
  MPI_Status_set_elements_c(&status, pair, BIG + 3);
  MPI_Get_elements_c(&status, pair, &count);
  CHECK(count == BIG + 3);
  MPI_Get_count_c(&status, pair, &count);
  CHECK(count == MPI_UNDEFINED);
  MPI_Type_free(&t);
  MPI_Type_free(&pair);
}

/* Sends one element to oneself, and receives it as ints. Frees the type. */
static void moves(MPI_Datatype *type, const int *expected, int ints) {
  int a[30], got[8];
  MPI_Count count;
  MPI_Status status;
  for (int i = 0; i < 30; i++) a[i] = i;
  MPI_Type_commit(type);
  MPI_Sendrecv_c(a, 1, *type, 0, 0, got, 8, MPI_INT, 0, 0, MPI_COMM_SELF, &status);
  MPI_Get_elements_c(&status, MPI_INT, &count);
  CHECK(count == ints);
  for (int i = 0; i < ints; i++) CHECK(got[i] == expected[i]);
  MPI_Type_free(type);
}

static void small(void) {
  MPI_Datatype t;
  MPI_Type_contiguous_c(3, MPI_INT, &t);
  moves(&t, (int[]) {0, 1, 2}, 3);
  MPI_Type_vector_c(2, 2, 3, MPI_INT, &t);
  moves(&t, (int[]) {0, 1, 3, 4}, 4);
  MPI_Type_create_hvector_c(2, 1, 20, MPI_INT, &t);
  moves(&t, (int[]) {0, 5}, 2);
  MPI_Type_indexed_c(3, (MPI_Count[]) {2, 0, 1}, (MPI_Count[]) {5, 100, 1}, MPI_INT, &t);
  moves(&t, (int[]) {5, 6, 1}, 3);
  MPI_Type_create_hindexed_c(2, (MPI_Count[]) {1, 2}, (MPI_Count[]) {8, 24}, MPI_INT, &t);
  moves(&t, (int[]) {2, 6, 7}, 3);
  MPI_Type_create_indexed_block_c(2, 2, (MPI_Count[]) {4, 0}, MPI_INT, &t);
  moves(&t, (int[]) {4, 5, 0, 1}, 4);
  MPI_Type_create_hindexed_block_c(2, 1, (MPI_Count[]) {4, 12}, MPI_INT, &t);
  moves(&t, (int[]) {1, 3}, 2);
  MPI_Type_create_struct_c(2, (MPI_Count[]) {1, 2}, (MPI_Count[]) {12, 0}, (MPI_Datatype[]) {MPI_INT, MPI_INT}, &t);
  moves(&t, (int[]) {3, 0, 1}, 3);
  MPI_Type_create_resized_c(MPI_INT, 0, 12, &t);
  MPI_Datatype u;
  MPI_Type_contiguous_c(3, t, &u);
  MPI_Type_free(&t);
  moves(&u, (int[]) {0, 3, 6}, 3);
  MPI_Type_create_subarray_c(2, (MPI_Count[]) {4, 5}, (MPI_Count[]) {2, 2}, (MPI_Count[]) {1, 2}, MPI_ORDER_FORTRAN,
                             MPI_INT, &t);
  moves(&t, (int[]) {9, 10, 13, 14}, 4);
  MPI_Type_create_darray_c(2, 1, 1, (MPI_Count[]) {7}, (int[]) {MPI_DISTRIBUTE_CYCLIC}, (int[]) {2}, (int[]) {2},
                           MPI_ORDER_C, MPI_INT, &t);
  moves(&t, (int[]) {2, 3, 6}, 3);
}

static void errors(void) {
  MPI_Datatype t = MPI_DATATYPE_NULL;
  MPI_Count one[2] = {1, 1}, bad[2] = {1, -1};
  CHECK_ERROR(MPI_Type_contiguous_c(-1, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_contiguous_c(1, MPI_DATATYPE_NULL, &t), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_vector_c(-1, 1, 1, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_vector_c(1, -1, 1, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_create_hvector_c(1, -1, 1, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_indexed_c(-1, one, one, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_indexed_c(2, bad, one, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_indexed_c(2, NULL, one, MPI_INT, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_hindexed_c(2, one, NULL, MPI_INT, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_indexed_block_c(2, -1, one, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_create_hindexed_block_c(-1, 1, one, MPI_INT, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_create_struct_c(2, bad, one, (MPI_Datatype[]) {MPI_INT, MPI_INT}, &t), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_create_struct_c(1, one, one, (MPI_Datatype[]) {MPI_DATATYPE_NULL}, &t), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_create_subarray_c(1, one, one, one, MPI_ORDER_C, MPI_INT, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_darray_c(2, 2, 1, one, (int[]) {MPI_DISTRIBUTE_BLOCK}, (int[]) {1}, (int[]) {2},
                                       MPI_ORDER_C, MPI_INT, &t),
              MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_resized_c(MPI_DATATYPE_NULL, 0, 1, &t), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_Type_create_struct_c(1, one, one, NULL, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_indexed_c(1000 * BIG, one, one, MPI_INT, &t), MPI_ERR_COUNT); /* of so many blocks */
  /* Not more bytes than a long counts. */
  MPI_Status status;
  CHECK_ERROR(MPI_Status_set_elements_c(&status, MPI_INT, (MPI_Count) 1 << 62), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Type_vector_c(100 * BIG, 1, 100 * BIG, MPI_INT, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_hindexed_c(2, one, (MPI_Count[]) {0, INT64_MAX}, MPI_INT, &t), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Type_create_resized_c(MPI_INT, INT64_MAX, 1, &t), MPI_ERR_ARG);
  CHECK(MPI_Type_contiguous_c((MPI_Count) 1 << 62, MPI_INT, &t) != MPI_SUCCESS);
  CHECK(t == MPI_DATATYPE_NULL);
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  large();
  arrays();
  which_form();
  elements();
  small();
  errors();
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  return check_end();
}
