/* Packing with counts and positions that are MPI_Count (sections 5.2 and 5.3). */
#include "check.h"

#define BIG ((MPI_Count) 3 << 31)

int main(int argc, char **argv) {
  int rank, size;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  char room[200], got[200];
  int a[6] = {1, 2, 3, 4, 5, 6}, b[6] = {0};
  double x = 2.5, y = 0;
  MPI_Count position = 0, bytes = -1;
  MPI_Datatype odd;
  MPI_Type_vector_c(3, 1, 2, MPI_INT, &odd);
  MPI_Type_commit(&odd);

  MPI_Pack_size_c(2, odd, comm, &bytes);
  CHECK(bytes >= 24);
  MPI_Pack_size_c(BIG, odd, comm, &bytes);
  CHECK(bytes >= 12 * BIG);
  MPI_Pack_c(a, 1, odd, room, sizeof room, &position, comm);
  CHECK(position >= 12);
  MPI_Pack_c(&x, 1, MPI_DOUBLE, room, sizeof room, &position, comm);
  MPI_Count end = position;
  MPI_Pack_c(NULL, 0, MPI_INT, room, sizeof room, &position, comm);
  CHECK(position == end && end >= 20);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  MPI_Sendrecv_c(room, end, MPI_PACKED, next, 0, got, sizeof got, MPI_PACKED, before, 0, comm, MPI_STATUS_IGNORE);
  position = 0;
  MPI_Unpack_c(got, end, &position, b, 1, odd, comm);
  MPI_Unpack_c(got, end, &position, &y, 1, MPI_DOUBLE, comm);
  CHECK(position == end && b[0] == 1 && b[1] == 0 && b[2] == 3 && b[4] == 5 && y == 2.5);

  MPI_Count external = -1;
  MPI_Pack_external_size_c("external32", 2, odd, &external);
  CHECK(external == 24);
  MPI_Pack_external_size_c("external32", BIG, odd, &external);
  CHECK(external == 12 * BIG);
  position = 4;
  memset(room, 0x77, sizeof room);
  MPI_Pack_external_c("external32", a + 1, 1, odd, room, sizeof room, &position);
  CHECK(position == 16 && room[3] == 0x77 && room[4] == 0 && room[7] == 2 && room[15] == 6 && room[16] == 0x77);
  MPI_Pack_external_c("external32", &x, 1, MPI_DOUBLE, room, sizeof room, &position);
  CHECK(position == 24 && room[16] == 0x40 && room[17] == 4 && room[23] == 0);
  position = 4;
  b[0] = b[1] = b[2] = y = 0;
  MPI_Unpack_external_c("external32", room, sizeof room, &position, b, 3, MPI_INT);
  MPI_Unpack_external_c("external32", room, sizeof room, &position, &y, 1, MPI_DOUBLE);
  CHECK(position == 24 && b[0] == 2 && b[1] == 4 && b[2] == 6 && y == 2.5);

  position = 0;
  CHECK_ERROR(MPI_Pack_size_c(-1, odd, comm, &bytes), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Pack_c(a, -1, MPI_INT, room, sizeof room, &position, comm), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Pack_c(a, 1, MPI_INT, room, -1, &position, comm), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Pack_c(NULL, 1, MPI_INT, room, sizeof room, &position, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Pack_c(a, 1, MPI_INT, NULL, sizeof room, &position, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Unpack_c(NULL, sizeof room, &position, b, 1, MPI_INT, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Pack_c(a, 6, MPI_INT, room, 20, &position, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Unpack_c(got, 8, &position, b, 3, MPI_INT, comm), MPI_ERR_BUFFER);
  CHECK_ERROR(MPI_Unpack_c(got, 8, &position, b, -3, MPI_INT, comm), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Pack_external_size_c("internal", 1, MPI_INT, &external), MPI_ERR_ARG);
  CHECK_ERROR(MPI_Pack_external_c("external32", a, -1, MPI_INT, room, sizeof room, &position), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_Unpack_external_c("external32", room, 3, &position, b, 1, MPI_INT), MPI_ERR_BUFFER);
  CHECK(position == 0);

  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
  MPI_Type_free(&odd);
  MPI_Comm_free(&comm);
  return check_end();
}
