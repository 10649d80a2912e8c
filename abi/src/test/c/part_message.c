/* A message in partitions (chapter 4), sent three times: partitions become ready in any order, by
   one, list and range, and the receiver, which cuts the message otherwise, asks which have come. */
#include "check.h"

#define PARTS 6
#define EACH 4
#define WIDE 8 /* the receiver's partitions: 3 of 8 elements */

static void ready(int run, MPI_Request r) {
  int list[3] = {4, 1, 5};
  switch (run) {
  case 0:
    for (int p = PARTS - 1; p >= 0; p--)
      MPI_Pready(p, r);
    break;
  case 1:
    MPI_Pready_range(2, 3, r);
    MPI_Pready_list(3, list, r);
    MPI_Pready(0, r);
    break;
  default:
    MPI_Pready_range(0, PARTS - 1, r);
  }
}

int main(int argc, char **argv) {
  int rank, size, data[PARTS * EACH];
  check_begin(&argc, &argv, &rank, &size);
  if (size < 2)
    return check_end();
  MPI_Request r = MPI_REQUEST_NULL;
  if (rank == 0)
    MPI_Psend_init(data, PARTS, EACH, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &r);
  else if (rank == 1)
    MPI_Precv_init(data, PARTS * EACH / WIDE, WIDE, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL,
                   &r);
  for (int run = 0; run < 3 && rank < 2; run++) {
    MPI_Status s;
    if (rank == 0) {
      MPI_Start(&r);
      for (int i = 0; i < PARTS * EACH; i++)
        data[i] = run * 100 + i;
      ready(run, r);
      MPI_Wait(&r, &s);
    } else {
      for (int i = 0; i < PARTS * EACH; i++)
        data[i] = -1;
      MPI_Start(&r);
      for (int p = PARTS * EACH / WIDE - 1; p >= 0; p--) {
        int here = 0;
        while (!here)
          MPI_Parrived(r, p, &here);
        for (int i = p * WIDE; i < (p + 1) * WIDE; i++)
          CHECK(data[i] == run * 100 + i);
      }
      MPI_Wait(&r, &s);
      CHECK(s.MPI_SOURCE == 0 && s.MPI_TAG == 5);
      int here = 0;
      MPI_Parrived(r, 0, &here); /* not active any more */
      CHECK(here);
    }
    CHECK(r != MPI_REQUEST_NULL);
  }
  if (rank < 2)
    MPI_Request_free(&r);
  return check_end();
}
