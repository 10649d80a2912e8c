/* What is wrong with files, by error class; error handlers of files. Any number of ranks. */
#include "check.h"
#include "file.h"

static int calls, last_code;
static MPI_File last_file;

static void handler(MPI_File *fh, int *code, ...) {
  calls++;
  last_file = *fh;
  last_code = *code;
}

static void opening(const char *name) {
  MPI_File fh = MPI_FILE_NULL;
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &fh), MPI_ERR_NO_SUCH_FILE);
  CHECK(fh == MPI_FILE_NULL);
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, 0, MPI_INFO_NULL, &fh), MPI_ERR_AMODE);
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_INFO_NULL, &fh), MPI_ERR_AMODE);
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY | 1 << 20, MPI_INFO_NULL, &fh), MPI_ERR_AMODE);
  CHECK_ERROR(MPI_File_open(MPI_COMM_NULL, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh), MPI_ERR_COMM);
  CHECK_ERROR(MPI_File_close(&fh), MPI_ERR_FILE);
  CHECK_ERROR(MPI_File_sync(fh), MPI_ERR_FILE);
}

static void access_to(MPI_File fh) {
  MPI_Offset offset;
  int value = 0;
  CHECK_ERROR(MPI_File_write_at(fh, -1, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
  CHECK_ERROR(MPI_File_write(fh, &value, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
  CHECK_ERROR(MPI_File_write(fh, &value, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
  CHECK_ERROR(MPI_File_read(fh, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
  CHECK_ERROR(MPI_File_get_byte_offset(fh, -1, &offset), MPI_ERR_ARG);
  CHECK_ERROR(MPI_File_set_view(fh, 0, MPI_INT, MPI_INT, "nobody's", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP);
  CHECK_ERROR(MPI_File_set_view(fh, -7, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_ARG);
  CHECK_ERROR(MPI_File_set_view(fh, 0, MPI_INT, MPI_SHORT, "native", MPI_INFO_NULL), MPI_ERR_ARG);
}

static void handlers(const char *name) {
  MPI_File fh, none = MPI_FILE_NULL;
  MPI_Errhandler own, found;
  MPI_File_create_errhandler(handler, &own);
  MPI_File_set_errhandler(MPI_FILE_NULL, own); /* that of files to come, and of what opens none */
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, 0, MPI_INFO_NULL, &fh), MPI_ERR_AMODE);
  CHECK(calls == 1 && last_file == MPI_FILE_NULL && last_code == MPI_ERR_AMODE);
  CHECK_ERROR(MPI_File_close(&none), MPI_ERR_FILE);
  CHECK(calls == 2);
  fh = file_open(name, MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE);
  CHECK_ERROR(MPI_File_seek(fh, -1, MPI_SEEK_SET), MPI_ERR_ARG);
  CHECK(calls == 3 && last_file == fh && last_code == MPI_ERR_ARG);
  MPI_File_call_errhandler(fh, MPI_ERR_IO);
  CHECK(calls == 4 && last_code == MPI_ERR_IO);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
  MPI_File_set_errhandler(fh, MPI_ERRORS_RETURN);
  MPI_File_get_errhandler(fh, &found);
  CHECK(found == MPI_ERRORS_RETURN);
  MPI_Errhandler_free(&own);
  MPI_File_close(&fh);
}

int main(int argc, char **argv) {
  char name[FILE_NAME_ROOM];
  MPI_File fh;
  MPI_Init(&argc, &argv);
  file_name(name, "errors");
  opening(name);
  fh = file_open(name, MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE);
  access_to(fh);
  MPI_File_close(&fh);
  handlers(name);
  MPI_Finalize();
  return 0;
}
