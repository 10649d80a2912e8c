/* Reads and writes at explicit offsets, of all kinds. Any number of ranks. */
#include "check.h"
#include "file.h"

static int rank, size;
static MPI_File fh;

/* The count of elements that a status tells. */
static int count_of(MPI_Status *status) {
  int count;
  MPI_Get_count(status, MPI_INT, &count);
  return count;
}

/* Writes 4 numbers at offset 100 * step, and reads them back, each rank its neighbour's. */
static void round_trip(int step) {
  int sent[4], got[4] = {0}, neighbour = (rank + 1) % size;
  MPI_Offset mine = 100 * step + 4 * rank, theirs = 100 * step + 4 * neighbour;
  MPI_Request request;
  MPI_Status status;
  for (int i = 0; i < 4; i++) {
    sent[i] = 1000 * step + 10 * rank + i;
  }
  switch (step) {
    case 0: MPI_File_write_at(fh, mine, sent, 4, MPI_INT, &status); break;
    case 1: MPI_File_write_at_c(fh, mine, sent, 4, MPI_INT, &status); break;
    case 2: MPI_File_write_at_all(fh, mine, sent, 4, MPI_INT, &status); break;
    case 3: MPI_File_write_at_all_c(fh, mine, sent, 4, MPI_INT, &status); break;
    case 4: MPI_File_iwrite_at(fh, mine, sent, 4, MPI_INT, &request); break;
    case 5: MPI_File_iwrite_at_c(fh, mine, sent, 4, MPI_INT, &request); break;
    case 6: MPI_File_iwrite_at_all(fh, mine, sent, 4, MPI_INT, &request); break;
    default: MPI_File_iwrite_at_all_c(fh, mine, sent, 4, MPI_INT, &request);
  }
  if (step >= 4) {
    MPI_Wait(&request, &status);
  }
  CHECK(count_of(&status) == 4);
  file_meet(fh);
  switch (step) {
    case 0: MPI_File_read_at(fh, theirs, got, 4, MPI_INT, &status); break;
    case 1: MPI_File_read_at_c(fh, theirs, got, 4, MPI_INT, &status); break;
    case 2: MPI_File_read_at_all(fh, theirs, got, 4, MPI_INT, &status); break;
    case 3: MPI_File_read_at_all_c(fh, theirs, got, 4, MPI_INT, &status); break;
    case 4: MPI_File_iread_at(fh, theirs, got, 4, MPI_INT, &request); break;
    case 5: MPI_File_iread_at_c(fh, theirs, got, 4, MPI_INT, &request); break;
    case 6: MPI_File_iread_at_all(fh, theirs, got, 4, MPI_INT, &request); break;
    default: MPI_File_iread_at_all_c(fh, theirs, got, 4, MPI_INT, &request);
  }
  if (step >= 4) {
    MPI_Wait(&request, &status);
  }
  CHECK(count_of(&status) == 4);
  for (int i = 0; i < 4; i++) {
    CHECK(got[i] == 1000 * step + 10 * neighbour + i);
  }
}

/* What is beyond the end is not read. */
static void short_read(void) {
  int got[8] = {0, 0, 0, 0, -1, -1, -1, -1};
  MPI_Offset bytes;
  MPI_Status status;
  MPI_File_get_size(fh, &bytes);
  MPI_File_read_at(fh, bytes / (MPI_Offset) sizeof(int) - 4, got, 8, MPI_INT, &status);
  CHECK(count_of(&status) == 4);
  CHECK(got[3] == 7000 + 10 * (size - 1) + 3 && got[4] == -1);
  MPI_File_read_at(fh, bytes, NULL, 0, MPI_INT, &status);
  CHECK(count_of(&status) == 0);
  MPI_File_read_at(fh, 0, got, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(got[0] == 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fh = file_open_scratch("at");
  MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int step = 0; step < 8; step++) {
    round_trip(step);
  }
  short_read();
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
