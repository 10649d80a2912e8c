/* Collective calls in two halves. Any number of ranks. */
#include "check.h"
#include "file.h"

static int rank, size;
static MPI_File fh;

static void at(int is_large) {
  long sent = 10 * rank + is_large, got = -1;
  MPI_Status status;
  int count;
  if (is_large) {
    MPI_File_write_at_all_begin_c(fh, rank, &sent, 1, MPI_LONG);
  } else {
    MPI_File_write_at_all_begin(fh, rank, &sent, 1, MPI_LONG);
  }
  MPI_File_write_at_all_end(fh, &sent, &status);
  MPI_Get_count(&status, MPI_LONG, &count);
  CHECK(count == 1);
  if (is_large) {
    MPI_File_read_at_all_begin_c(fh, rank, &got, 1, MPI_LONG);
  } else {
    MPI_File_read_at_all_begin(fh, rank, &got, 1, MPI_LONG);
  }
  MPI_File_read_at_all_end(fh, &got, MPI_STATUS_IGNORE);
  CHECK(got == sent);
}

static void at_the_pointer(int is_large) {
  long sent = 20 * rank + is_large, got = -1;
  MPI_File_seek(fh, size + rank, MPI_SEEK_SET);
  if (is_large) {
    MPI_File_write_all_begin_c(fh, &sent, 1, MPI_LONG);
  } else {
    MPI_File_write_all_begin(fh, &sent, 1, MPI_LONG);
  }
  MPI_File_write_all_end(fh, &sent, MPI_STATUS_IGNORE);
  MPI_File_seek(fh, -1, MPI_SEEK_CUR);
  if (is_large) {
    MPI_File_read_all_begin_c(fh, &got, 1, MPI_LONG);
  } else {
    MPI_File_read_all_begin(fh, &got, 1, MPI_LONG);
  }
  MPI_File_read_all_end(fh, &got, MPI_STATUS_IGNORE);
  CHECK(got == sent);
}

static void ordered(int is_large) {
  long sent = 30 * rank + is_large, got = -1;
  MPI_Offset position;
  MPI_File_seek_shared(fh, 2 * size, MPI_SEEK_SET);
  if (is_large) {
    MPI_File_write_ordered_begin_c(fh, &sent, 1, MPI_LONG);
  } else {
    MPI_File_write_ordered_begin(fh, &sent, 1, MPI_LONG);
  }
  MPI_File_write_ordered_end(fh, &sent, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_get_position_shared(fh, &position);
  CHECK(position == 3 * size);
  file_meet(fh);
  MPI_File_seek_shared(fh, 2 * size, MPI_SEEK_SET);
  if (is_large) {
    MPI_File_read_ordered_begin_c(fh, &got, 1, MPI_LONG);
  } else {
    MPI_File_read_ordered_begin(fh, &got, 1, MPI_LONG);
  }
  MPI_File_read_ordered_end(fh, &got, MPI_STATUS_IGNORE);
  CHECK(got == sent);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fh = file_open_scratch("split");
  MPI_File_set_view(fh, 0, MPI_LONG, MPI_LONG, "native", MPI_INFO_NULL);
  for (int is_large = 0; is_large <= 1; is_large++) {
    at(is_large);
    at_the_pointer(is_large);
    ordered(is_large);
  }
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
