/* Sequential files, and those that are appended to. Any number of ranks. */
#include "check.h"
#include "file.h"

int main(int argc, char **argv) {
  char name[FILE_NAME_ROOM], byte;
  short number = 1;
  MPI_File fh;
  MPI_Offset disp, position;
  MPI_Datatype etype, filetype;
  char datarep[MPI_MAX_DATAREP_STRING];
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  file_name(name, "sequential");
  fh = file_open(name, MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
  byte = (char) rank;
  MPI_File_write_ordered(fh, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE);
  CHECK(MPI_File_set_view(
            fh, MPI_DISPLACEMENT_CURRENT, MPI_SHORT, MPI_SHORT, "native", MPI_INFO_NULL)
        == MPI_SUCCESS);
  MPI_File_get_view(fh, &disp, &etype, &filetype, datarep);
  CHECK(disp == size && etype == MPI_SHORT && filetype == MPI_SHORT);
  CHECK_ERROR(MPI_File_write_at(fh, 0, &number, 1, MPI_SHORT, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
  MPI_File_close(&fh);

  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR | MPI_MODE_APPEND | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &fh);
  MPI_File_get_position(fh, &position);
  CHECK(position == size);
  MPI_File_get_position_shared(fh, &position);
  CHECK(position == size);
  CHECK_ERROR(MPI_File_set_view(fh, MPI_DISPLACEMENT_CURRENT, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL), MPI_ERR_ARG);
  MPI_File_close(&fh);
  MPI_Finalize();
  return 0;
}
