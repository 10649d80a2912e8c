/* A datatype tells how it was made (section 5.1.13). */
#include "check.h"

/* Fortran's, by their precision: the same again, and known by what made them (section 19.1.5). */
static void fortran_types(void) {
  MPI_Datatype type, again;
  int asked[2], integers, addresses, types, combiner;
  MPI_Type_create_f90_complex(6, MPI_UNDEFINED, &type);
  MPI_Type_create_f90_complex(6, MPI_UNDEFINED, &again);
  CHECK(type == again);
  MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
  CHECK(combiner == MPI_COMBINER_F90_COMPLEX && integers == 2 && addresses == 0 && types == 0);
  MPI_Type_get_contents(type, 2, 0, 0, asked, NULL, NULL);
  CHECK(asked[0] == 6 && asked[1] == MPI_UNDEFINED);
}

int main(int argc, char **argv) {
  int rank, size, ni, na, nt, combiner, integers[20];
  check_begin(&argc, &argv, &rank, &size);
  MPI_Aint addresses[4], lb, extent;
  MPI_Datatype t, u, parts[4];

  MPI_Type_get_envelope(MPI_INT, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_NAMED && ni == 0 && na == 0 && nt == 0);
  MPI_Type_get_envelope(MPI_DOUBLE_INT, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_NAMED);

  MPI_Type_vector(3, 2, 5, MPI_DOUBLE, &t);
  MPI_Type_get_envelope(t, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_VECTOR && ni == 3 && na == 0 && nt == 1);
  MPI_Type_get_contents(t, 20, 4, 4, integers, addresses, parts);
  CHECK(integers[0] == 3 && integers[1] == 2 && integers[2] == 5 && parts[0] == MPI_DOUBLE);

  MPI_Type_create_struct(2, (int[]) {1, 4}, (MPI_Aint[]) {0, 100}, (MPI_Datatype[]) {t, MPI_CHAR}, &u);
  MPI_Type_free(&t);
  MPI_Type_get_envelope(u, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_STRUCT && ni == 3 && na == 2 && nt == 2);
  MPI_Type_get_contents(u, 20, 4, 4, integers, addresses, parts);
  CHECK(integers[0] == 2 && integers[2] == 4 && addresses[1] == 100 && parts[1] == MPI_CHAR);
  MPI_Type_get_envelope(parts[0], &ni, &na, &nt, &combiner); /* a handle of our own */
  CHECK(combiner == MPI_COMBINER_VECTOR);
  MPI_Type_free(&parts[0]);
  MPI_Type_free(&u);

  MPI_Type_create_resized(MPI_INT, -4, 16, &t);
  MPI_Type_get_envelope(t, &ni, &na, &nt, &combiner);
  MPI_Type_get_contents(t, 0, 4, 4, integers, addresses, parts);
  CHECK(combiner == MPI_COMBINER_RESIZED && ni == 0 && na == 2 && addresses[0] == -4 && addresses[1] == 16);
  MPI_Type_dup(t, &u);
  MPI_Type_get_envelope(u, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_DUP && nt == 1);
  MPI_Type_get_extent(u, &lb, &extent);
  CHECK(lb == -4 && extent == 16);
  MPI_Type_free(&t);
  MPI_Type_free(&u);

  MPI_Type_create_subarray(2, (int[]) {4, 5}, (int[]) {2, 3}, (int[]) {1, 2}, MPI_ORDER_C, MPI_INT, &t);
  MPI_Type_get_envelope(t, &ni, &na, &nt, &combiner);
  MPI_Type_get_contents(t, 20, 4, 4, integers, addresses, parts);
  CHECK(combiner == MPI_COMBINER_SUBARRAY && ni == 8 && integers[0] == 2 && integers[2] == 5 && integers[7] == MPI_ORDER_C);
  MPI_Type_free(&t);

  MPI_Datatype again;
  MPI_Type_create_f90_real(15, 307, &t);
  MPI_Type_create_f90_real(15, 307, &again);
  CHECK(t == again);
  MPI_Type_size(t, &ni);
  CHECK(ni == 8);
  MPI_Type_get_envelope(t, &ni, &na, &nt, &combiner);
  CHECK(combiner == MPI_COMBINER_F90_REAL && ni == 2);
  MPI_Type_create_f90_integer(9, &t);
  MPI_Type_size(t, &ni);
  CHECK(ni == 4);
  MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 16, &t);
  MPI_Type_size(t, &ni);
  CHECK(ni == 16);
  MPI_Type_get_value_index(MPI_DOUBLE, MPI_INT, &t);
  CHECK(t == MPI_DOUBLE_INT);

  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Type_get_name(MPI_DOUBLE, name, &length);
  CHECK(strcmp(name, "MPI_DOUBLE") == 0 && length == 10);
  MPI_Type_contiguous(2, MPI_INT, &t);
  MPI_Type_get_name(t, name, &length);
  CHECK(length == 0);
  MPI_Type_set_name(t, "two ints");
  MPI_Type_get_name(t, name, &length);
  CHECK(strcmp(name, "two ints") == 0);
  MPI_Type_free(&t);
  fortran_types();
  return check_end();
}
