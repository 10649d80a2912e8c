/* Collectives between the two groups of an intercommunicator (section 6.2.3): the first rank alone,
   and all others. With a root they go from one group to the other, else each group gets what the
   other one gives; sizes are those of the other group. */
#include "check.h"

#define RANKS 8

static MPI_Comm inter;
static int me, mine, theirs; /* my rank, the size of my group, of the other one */
static int is_first;         /* whether my group is the first rank alone */

/* Arguments that must not be looked at; volatile, so that the compiler does not look either. */
static int *volatile NOWHERE = (int *) 8;

/* What a rank says of the root: the first rank of the group of the first rank, or of the others. */
static int root(int in_first) {
  return is_first != in_first ? 0 : me == 0 ? MPI_ROOT : MPI_PROC_NULL;
}

static void to_and_from(int in_first) {
  int r = root(in_first);
  int value[2] = {5, 6}, all[2 * RANKS], got[2] = {-1, -1};
  int counts[RANKS], displs[RANKS];
  for (int i = 0; i < theirs; i++) {
    counts[i] = 2;
    displs[i] = 2 * (theirs - 1 - i);
    all[2 * i] = 100 + i;
    all[2 * i + 1] = 200 + i;
  }
  if (r == MPI_ROOT) {
    MPI_Bcast(value, 2, MPI_INT, r, inter);
    MPI_Scatter(all, 2, MPI_INT, NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Scatterv(all, counts, displs, MPI_INT, NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Gather(NOWHERE, -1, MPI_DATATYPE_NULL, all, 2, MPI_INT, r, inter);
    for (int i = 0; i < theirs; i++)
      CHECK(all[2 * i] == 100 + i && all[2 * i + 1] == 200 + i);
    MPI_Gatherv(NOWHERE, -1, MPI_DATATYPE_NULL, all, counts, displs, MPI_INT, r, inter);
    for (int i = 0; i < theirs; i++)
      CHECK(all[displs[i]] == 100 + theirs - 1 - i);
    MPI_Reduce(NOWHERE, got, 1, MPI_INT, MPI_SUM, r, inter);
    CHECK(got[0] == theirs * (theirs + 1) / 2);
  } else if (r == MPI_PROC_NULL) {
    MPI_Bcast(NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Scatter(NOWHERE, -1, MPI_DATATYPE_NULL, NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Scatterv(NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, NOWHERE, -1, MPI_DATATYPE_NULL, r,
                 inter);
    MPI_Gather(NOWHERE, -1, MPI_DATATYPE_NULL, NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Gatherv(NOWHERE, -1, MPI_DATATYPE_NULL, NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, r,
                inter);
    MPI_Reduce(NOWHERE, NOWHERE, 1, MPI_INT, MPI_SUM, r, inter);
  } else {
    MPI_Bcast(got, 2, MPI_INT, r, inter);
    CHECK(got[0] == 5 && got[1] == 6);
    MPI_Scatter(NOWHERE, -1, MPI_DATATYPE_NULL, got, 2, MPI_INT, r, inter);
    CHECK(got[0] == 100 + me && got[1] == 200 + me);
    int gotv[2];
    MPI_Scatterv(NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, gotv, 2, MPI_INT, r, inter);
    CHECK(gotv[0] == 100 + mine - 1 - me && gotv[1] == 200 + mine - 1 - me);
    MPI_Gather(got, 2, MPI_INT, NOWHERE, -1, MPI_DATATYPE_NULL, r, inter);
    MPI_Gatherv(gotv, 2, MPI_INT, NOWHERE, NOWHERE, NOWHERE, MPI_DATATYPE_NULL, r, inter);
    int one = me + 1;
    MPI_Reduce(&one, NOWHERE, 1, MPI_INT, MPI_SUM, r, inter);
  }
}

static void exchange(void) {
  int side = is_first ? 1000 : 2000, other = is_first ? 2000 : 1000;
  int out[RANKS], in[RANKS], counts[RANKS], displs[RANKS], bytes[RANKS];
  MPI_Datatype types[RANKS];
  for (int i = 0; i < theirs; i++) {
    out[i] = side + me * 10 + i;
    counts[i] = 1;
    displs[i] = i;
    bytes[i] = 4 * i;
    types[i] = MPI_INT;
  }
  int one = side + me;
  MPI_Allgather(&one, 1, MPI_INT, in, 1, MPI_INT, inter);
  for (int i = 0; i < theirs; i++)
    CHECK(in[i] == other + i);
  MPI_Allgatherv(&one, 1, MPI_INT, in, counts, displs, MPI_INT, inter);
  for (int i = 0; i < theirs; i++)
    CHECK(in[i] == other + i);
  for (int form = 0; form < 3; form++) {
    if (form == 0)
      MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, inter);
    else if (form == 1)
      MPI_Alltoallv(out, counts, displs, MPI_INT, in, counts, displs, MPI_INT, inter);
    else
      MPI_Alltoallw(out, counts, bytes, types, in, counts, bytes, types, inter);
    for (int i = 0; i < theirs; i++)
      CHECK(in[i] == other + i * 10 + me);
  }
  int sum = -1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, inter);
  CHECK(sum == theirs * other + theirs * (theirs - 1) / 2);
}

/* Each group gets the sum of the other one's vectors, cut among its own ranks: the vectors of both
   groups are equally long. */
static void reduce_scatter(void) {
  int length = mine * theirs, part[RANKS], vector[RANKS * RANKS], counts[RANKS];
  for (int i = 0; i < length; i++)
    vector[i] = i;
  MPI_Reduce_scatter_block(vector, part, theirs, MPI_INT, MPI_SUM, inter);
  for (int k = 0; k < theirs; k++)
    CHECK(part[k] == theirs * (me * theirs + k));
  for (int i = 0; i < mine; i++)
    counts[i] = i == 0 ? length : 0;
  MPI_Reduce_scatter(vector, me == 0 ? vector + length : NULL, counts, MPI_INT, MPI_SUM, inter);
  for (int k = 0; k < length && me == 0; k++)
    CHECK(vector[length + k] == theirs * k);
}

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  if (size < 2)
    return check_end();
  is_first = rank == 0;
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, is_first, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, is_first ? 1 : 0, 3, &inter);
  MPI_Comm_rank(inter, &me);
  MPI_Comm_size(inter, &mine);
  MPI_Comm_remote_size(inter, &theirs);
  CHECK(theirs == (is_first ? size - 1 : 1));

  MPI_Barrier(inter);
  to_and_from(1);
  to_and_from(0);
  exchange();
  reduce_scatter();

  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
  return check_end();
}
