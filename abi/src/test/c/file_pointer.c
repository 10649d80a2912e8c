/* Reads and writes at each rank's own pointer, and seeks. Any number of ranks. */
#include "check.h"
#include "file.h"

static int rank, size;
static MPI_File fh;

static MPI_Offset position(void) {
  MPI_Offset offset;
  MPI_File_get_position(fh, &offset);
  return offset;
}

static void round_trip(int step) {
  double sent[2] = {step + 0.5, rank}, got[2] = {-1, -1};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_File_seek(fh, 2 * (step * size + rank), MPI_SEEK_SET);
  switch (step) {
    case 0: MPI_File_write(fh, sent, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 1: MPI_File_write_c(fh, sent, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 2: MPI_File_write_all(fh, sent, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 3: MPI_File_write_all_c(fh, sent, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 4: MPI_File_iwrite(fh, sent, 2, MPI_DOUBLE, &request); break;
    case 5: MPI_File_iwrite_c(fh, sent, 2, MPI_DOUBLE, &request); break;
    case 6: MPI_File_iwrite_all(fh, sent, 2, MPI_DOUBLE, &request); break;
    default: MPI_File_iwrite_all_c(fh, sent, 2, MPI_DOUBLE, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(position() == 2 * (step * size + rank) + 2);
  MPI_File_seek(fh, -2, MPI_SEEK_CUR);
  switch (step) {
    case 0: MPI_File_read(fh, got, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 1: MPI_File_read_c(fh, got, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 2: MPI_File_read_all(fh, got, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 3: MPI_File_read_all_c(fh, got, 2, MPI_DOUBLE, MPI_STATUS_IGNORE); break;
    case 4: MPI_File_iread(fh, got, 2, MPI_DOUBLE, &request); break;
    case 5: MPI_File_iread_c(fh, got, 2, MPI_DOUBLE, &request); break;
    case 6: MPI_File_iread_all(fh, got, 2, MPI_DOUBLE, &request); break;
    default: MPI_File_iread_all_c(fh, got, 2, MPI_DOUBLE, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[0] == step + 0.5 && got[1] == rank);
}

static void seeks(void) {
  MPI_Offset bytes;
  file_meet(fh);
  MPI_File_get_size(fh, &bytes);
  MPI_File_seek(fh, -1, MPI_SEEK_END);
  CHECK(position() == bytes / 8 - 1);
  CHECK_ERROR(MPI_File_seek(fh, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  CHECK_ERROR(MPI_File_seek(fh, 0, 77), MPI_ERR_ARG);
  CHECK(position() == bytes / 8 - 1);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fh = file_open_scratch("pointer");
  CHECK(position() == 0);
  MPI_File_set_view(fh, 0, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
  for (int step = 0; step < 8; step++) {
    round_trip(step);
  }
  seeks();
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
