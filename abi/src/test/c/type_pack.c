/* Packing piece by piece, and in the portable representation (sections 5.2 and 5.3). */
#include "check.h"

int main(int argc, char **argv) {
  int rank, size, position = 0, bytes;
  check_begin(&argc, &argv, &rank, &size);
  char room[200];
  int a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {0};
  double x = 2.5, y = 0;
  MPI_Datatype odd;
  MPI_Type_vector(3, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);

  MPI_Pack_size(1, odd, MPI_COMM_WORLD, &bytes);
  CHECK(bytes >= 12);
  MPI_Pack(a, 1, odd, room, sizeof room, &position, MPI_COMM_WORLD);
  MPI_Pack(&x, 1, MPI_DOUBLE, room, sizeof room, &position, MPI_COMM_WORLD);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  char got[200];
  MPI_Sendrecv(room, position, MPI_PACKED, next, 0, got, sizeof got, MPI_PACKED, before, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack(got, sizeof got, &position, b, 1, odd, MPI_COMM_WORLD);
  MPI_Unpack(got, sizeof got, &position, &y, 1, MPI_DOUBLE, MPI_COMM_WORLD);
  CHECK(b[0] == 1 && b[1] == 0 && b[2] == 3 && b[4] == 5 && y == 2.5);

  MPI_Aint at = 0, external;
  MPI_Pack_external_size("external32", 2, MPI_INT, &external);
  CHECK(external == 8);
  MPI_Pack_external("external32", a, 2, MPI_INT, room, sizeof room, &at);
  CHECK(at == 8 && room[0] == 0 && room[3] == 1 && room[7] == 2); /* big-endian */
  at = 0;
  b[0] = b[1] = 0;
  MPI_Unpack_external("external32", room, sizeof room, &at, b, 2, MPI_INT);
  CHECK(b[0] == 1 && b[1] == 2);
  MPI_Type_free(&odd);
  return check_end();
}
