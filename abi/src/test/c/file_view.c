/* Views: what each rank sees of a file, and what is told of it. Any number of ranks. */
#include "check.h"
#include "file.h"

static int rank, size;
static MPI_File fh;

static void first_view(void) {
  MPI_Offset disp = -1;
  MPI_Datatype etype, filetype;
  char datarep[MPI_MAX_DATAREP_STRING];
  MPI_File_get_view(fh, &disp, &etype, &filetype, datarep);
  CHECK(disp == 0 && etype == MPI_BYTE && filetype == MPI_BYTE && strcmp(datarep, "native") == 0);
}

/* Columns: each rank has each size-th number. */
static void columns(void) {
  MPI_Datatype column, found, unit;
  MPI_Offset disp, byte;
  MPI_Count lb, extent;
  char datarep[MPI_MAX_DATAREP_STRING];
  int sent[5], got[5];
  MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint) (size * sizeof(int)), &column);
  MPI_Type_commit(&column);
  MPI_Offset start = 8 + rank * (MPI_Offset) sizeof(int);
  CHECK(MPI_File_set_view(fh, start, MPI_INT, column, "native", MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_Type_free(&column); /* the view stays */

  MPI_File_get_view(fh, &disp, &unit, &found, datarep);
  CHECK(disp == start && unit == MPI_INT);
  MPI_Type_get_extent_c(found, &lb, &extent);
  CHECK(lb == 0 && extent == (MPI_Count) (size * sizeof(int)));
  MPI_Type_free(&found);

  MPI_File_get_byte_offset(fh, 3, &byte);
  CHECK(byte == start + 3 * size * (MPI_Offset) sizeof(int));
  for (int i = 0; i < 5; i++) {
    sent[i] = 100 * i + rank;
  }
  MPI_File_write_all(fh, sent, 5, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(fh, 0, got, 5, MPI_INT, MPI_STATUS_IGNORE);
  for (int i = 0; i < 5; i++) {
    CHECK(got[i] == sent[i]);
  }
  file_meet(fh);
  /* as they lie in the file */
  CHECK(MPI_File_set_view(fh, 8, MPI_INT, MPI_INT, "internal", MPI_INFO_NULL) == MPI_SUCCESS);
  for (int i = 0; i < 5 * size; i++) {
    MPI_File_read(fh, got, 1, MPI_INT, MPI_STATUS_IGNORE);
    CHECK(got[0] == 100 * (i / size) + i % size);
  }
}

static void external32(void) {
  int number = 0x01020304;
  unsigned char bytes[4];
  MPI_Aint extent;
  MPI_Count count_extent;
  MPI_Offset start = 4096 + 4 * rank;
  MPI_File_set_view(fh, start, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL);
  MPI_File_get_type_extent(fh, MPI_INT, &extent);
  MPI_File_get_type_extent_c(fh, MPI_DOUBLE, &count_extent);
  CHECK(extent == 4 && count_extent == 8);
  MPI_File_write_at_all(fh, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  number = 0;
  MPI_File_read_at_all(fh, 0, &number, 1, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(number == 0x01020304);
  MPI_File_set_view(fh, start, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(fh, 0, bytes, 4, MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(bytes[0] == 1 && bytes[3] == 4);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  fh = file_open_scratch("view");
  first_view();
  columns();
  external32();
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
