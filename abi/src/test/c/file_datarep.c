/* Data representations of the program's own. Any number of ranks. */
#include "check.h"
#include "file.h"

static int extra = 17;

/* In the file each number has 8 bytes, of which the first is the number, the rest 0x55. */
static int extent_in_file(MPI_Datatype type, MPI_Aint *extent, void *extra_state) {
  *extent = 8;
  return type == MPI_INT && *(int *) extra_state == 17 ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static int size_of(MPI_Datatype type) {
  int size;
  MPI_Type_size(type, &size);
  return size;
}

static int from_file(void *memory, MPI_Datatype type, MPI_Count count, char *file,
                     MPI_Offset position) {
  int *numbers = (int *) memory + position;
  for (MPI_Count i = 0; i < count; i++) {
    numbers[i] = file[8 * i];
  }
  return size_of(type) == sizeof(int) ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static int to_file(void *memory, MPI_Datatype type, MPI_Count count, char *file,
                   MPI_Offset position) {
  int *numbers = (int *) memory + position;
  for (MPI_Count i = 0; i < count; i++) {
    memset(file + 8 * i, 0x55, 8);
    file[8 * i] = (char) numbers[i];
  }
  return size_of(type) == sizeof(int) ? MPI_SUCCESS : MPI_ERR_OTHER;
}

static int reading(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position,
                   void *extra_state) {
  return extra_state == &extra ? from_file(memory, type, count, file, position) : MPI_ERR_OTHER;
}

static int writing(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position,
                   void *extra_state) {
  return extra_state == &extra ? to_file(memory, type, count, file, position) : MPI_ERR_OTHER;
}

static int reading_large(void *memory, MPI_Datatype type, MPI_Count count, void *file,
                         MPI_Offset position, void *extra_state) {
  return extra_state == &extra ? from_file(memory, type, count, file, position) : MPI_ERR_OTHER;
}

static int writing_large(void *memory, MPI_Datatype type, MPI_Count count, void *file,
                         MPI_Offset position, void *extra_state) {
  return extra_state == &extra ? to_file(memory, type, count, file, position) : MPI_ERR_OTHER;
}

static int refusing(void *memory, MPI_Datatype type, int count, void *file, MPI_Offset position,
                    void *extra_state) {
  return MPI_ERR_OTHER;
}

static void round_trip(const char *datarep) {
  MPI_File fh = file_open_scratch(datarep);
  int rank = check_rank(), sent[3] = {rank, rank + 1, 100}, got[3] = {0};
  char bytes[24];
  MPI_Aint extent;
  MPI_Offset start = 24 * rank;
  CHECK(MPI_File_set_view(fh, start, MPI_INT, MPI_INT, datarep, MPI_INFO_NULL) == MPI_SUCCESS);
  MPI_File_get_type_extent(fh, MPI_INT, &extent);
  CHECK(extent == 8);
  MPI_File_write_at_all(fh, 0, sent, 3, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(fh, 0, got, 3, MPI_INT, MPI_STATUS_IGNORE);
  CHECK(memcmp(sent, got, sizeof sent) == 0);
  MPI_File_set_view(fh, start, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
  MPI_File_read_at_all(fh, 0, bytes, 24, MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(bytes[0] == rank && bytes[1] == 0x55 && bytes[16] == 100 && bytes[23] == 0x55);
  MPI_File_close(&fh);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  CHECK(MPI_Register_datarep("eights", reading, writing, extent_in_file, &extra) == MPI_SUCCESS);
  CHECK(MPI_Register_datarep_c("large eights", reading_large, writing_large, extent_in_file, &extra)
        == MPI_SUCCESS);
  CHECK(MPI_Register_datarep("refusing", refusing, refusing, extent_in_file, &extra)
        == MPI_SUCCESS);
  CHECK_ERROR(MPI_Register_datarep("eights", reading, writing, extent_in_file, &extra), MPI_ERR_DUP_DATAREP);
  CHECK_ERROR(MPI_Register_datarep("native", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_in_file, &extra), MPI_ERR_DUP_DATAREP);
  round_trip("eights");
  round_trip("large eights");
  MPI_File fh = file_open_scratch("refusing");
  int number = 1;
  MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "refusing", MPI_INFO_NULL);
  CHECK_ERROR(MPI_File_write(fh, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_CONVERSION);
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
