/* The pointer that all ranks share. Any number of ranks. */
#include "check.h"
#include "file.h"

static int rank, size;
static MPI_File fh;

static MPI_Offset position(void) {
  MPI_Offset offset;
  MPI_File_get_position_shared(fh, &offset);
  return offset;
}

/* Each rank writes two numbers somewhere; all of them are there. */
static void somewhere(int step) {
  int sent[2] = {rank, rank}, got[2], seen[64] = {0};
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
  switch (step) {
    case 0: MPI_File_write_shared(fh, sent, 2, MPI_INT, MPI_STATUS_IGNORE); break;
    case 1: MPI_File_write_shared_c(fh, sent, 2, MPI_INT, MPI_STATUS_IGNORE); break;
    case 2: MPI_File_iwrite_shared(fh, sent, 2, MPI_INT, &request); break;
    default: MPI_File_iwrite_shared_c(fh, sent, 2, MPI_INT, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(position() == 2 * size);
  file_meet(fh);
  MPI_File_seek_shared(fh, -2 * size, MPI_SEEK_CUR);
  switch (step) {
    case 0: MPI_File_read_shared(fh, got, 2, MPI_INT, MPI_STATUS_IGNORE); break;
    case 1: MPI_File_read_shared_c(fh, got, 2, MPI_INT, MPI_STATUS_IGNORE); break;
    case 2: MPI_File_iread_shared(fh, got, 2, MPI_INT, &request); break;
    default: MPI_File_iread_shared_c(fh, got, 2, MPI_INT, &request);
  }
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(got[0] == got[1] && got[0] >= 0 && got[0] < size);
  seen[got[0]] = 1;
  MPI_Allreduce(MPI_IN_PLACE, seen, 64, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < size; i++) {
    CHECK(seen[i] == 1);
  }
  file_meet(fh);
}

/* Rank by rank, each one number more than the one before. */
static void ordered(int is_large) {
  int numbers[64], mine = rank + 1, before = rank * (rank + 1) / 2;
  MPI_Status status;
  int count;
  for (int i = 0; i < mine; i++) {
    numbers[i] = before + i;
  }
  MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
  if (is_large) {
    MPI_File_write_ordered_c(fh, numbers, mine, MPI_INT, &status);
  } else {
    MPI_File_write_ordered(fh, numbers, mine, MPI_INT, &status);
  }
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == mine);
  CHECK(position() == size * (size + 1) / 2);
  file_meet(fh);
  MPI_File_seek_shared(fh, 0, MPI_SEEK_SET);
  memset(numbers, 0, sizeof numbers);
  if (is_large) {
    MPI_File_read_ordered_c(fh, numbers, mine, MPI_INT, &status);
  } else {
    MPI_File_read_ordered(fh, numbers, mine, MPI_INT, &status);
  }
  for (int i = 0; i < mine; i++) {
    CHECK(numbers[i] == before + i);
  }
  file_meet(fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fh = file_open_scratch("shared");
  MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  for (int step = 0; step < 4; step++) {
    somewhere(step);
  }
  ordered(0);
  ordered(1);
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
