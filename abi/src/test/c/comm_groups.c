/* Groups, and communicators made of them (sections 7.3 and 7.4). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, n, result;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Group world, odd, even, all, empty;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_size(world, &n);
  CHECK(n == size);
  int range[1][3] = {{0, size - 1, 2}};
  MPI_Group_range_incl(world, 1, range, &even);
  MPI_Group_difference(world, even, &odd);
  MPI_Group_size(odd, &n);
  CHECK(n == size / 2);
  MPI_Group_union(even, odd, &all);
  MPI_Group_compare(all, world, &result);
  CHECK(result == (size < 3 ? MPI_IDENT : MPI_SIMILAR));
  MPI_Group_intersection(even, odd, &empty);
  CHECK(empty == MPI_GROUP_EMPTY);
  int from[2] = {size - 1, MPI_PROC_NULL}, to[2];
  MPI_Group_translate_ranks(world, 2, from, even, to);
  CHECK(to[0] == ((size - 1) % 2 == 0 ? (size - 1) / 2 : MPI_UNDEFINED) && to[1] == MPI_PROC_NULL);

  MPI_Group rest, none;
  MPI_Group_rank(world, &n);
  CHECK(n == rank);
  MPI_Group_rank(even, &n);
  CHECK(n == (rank % 2 == 0 ? rank / 2 : MPI_UNDEFINED));
  MPI_Group_rank(MPI_GROUP_EMPTY, &n);
  CHECK(n == MPI_UNDEFINED);
  MPI_Group_excl(world, 1, (int[]){0}, &rest);
  MPI_Group_rank(rest, &n);
  CHECK(n == (rank == 0 ? MPI_UNDEFINED : rank - 1) && (rest == MPI_GROUP_EMPTY) == (size == 1));
  if (rest != MPI_GROUP_EMPTY) MPI_Group_free(&rest);
  MPI_Group_range_excl(world, 1, range, &rest);
  MPI_Group_compare(rest, odd, &result);
  CHECK(result == MPI_IDENT);
  if (rest != MPI_GROUP_EMPTY) MPI_Group_free(&rest);
  MPI_Group_excl(world, 0, NULL, &rest);
  MPI_Group_compare(rest, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&rest);
  MPI_Group_range_excl(world, 1, (int[1][3]){{size - 1, 0, -1}}, &none);
  CHECK(none == MPI_GROUP_EMPTY);

  MPI_Comm half, part, same;
  MPI_Comm_create(MPI_COMM_WORLD, even, &half);
  CHECK((half == MPI_COMM_NULL) == (rank % 2 == 1));
  if (half != MPI_COMM_NULL) {
    int sum, one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
    CHECK(sum == (size + 1) / 2);
    MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &part);
    MPI_Comm_compare(half, part, &result);
    CHECK(result == MPI_CONGRUENT);
    MPI_Comm_free(&part);
    MPI_Comm_free(&half);
  }
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2 ? MPI_UNDEFINED : 3, -rank, &part);
  CHECK((part == MPI_COMM_NULL) == (rank % 2 == 1));
  if (part != MPI_COMM_NULL) {
    int mine, count;
    MPI_Comm_rank(part, &mine);
    MPI_Comm_size(part, &count);
    CHECK(mine == count - 1 - rank / 2); /* the key turns the order round */
    MPI_Comm_free(&part);
  }
  MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result);
  CHECK(result == MPI_IDENT);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &same);
  MPI_Comm_size(same, &n);
  CHECK(n == size);
  MPI_Comm_free(&same);

  MPI_Request request;
  MPI_Comm_idup(MPI_COMM_WORLD, &same, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(same);
  MPI_Comm_compare(MPI_COMM_WORLD, same, &result);
  CHECK(result == MPI_CONGRUENT);
  MPI_Comm_free(&same);
  MPI_Group_free(&world);
  CHECK(world == MPI_GROUP_NULL);
  MPI_Group_free(&odd);
  MPI_Group_free(&even);
  MPI_Group_free(&all);
  return check_end();
}
