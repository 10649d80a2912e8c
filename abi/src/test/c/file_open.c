/* Files are opened, closed and deleted; what is known of them. Any number of ranks. */
#include "check.h"
#include "file.h"

static void modes(const char *name) {
  MPI_File fh, same;
  int amode, flag;
  MPI_Group group, world;
  int result;
  int wanted = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_EXCL | MPI_MODE_UNIQUE_OPEN;
  CHECK(MPI_File_open(MPI_COMM_WORLD, name, wanted, MPI_INFO_NULL, &fh) == MPI_SUCCESS);
  CHECK(fh != MPI_FILE_NULL);
  MPI_File_get_amode(fh, &amode);
  CHECK(amode == wanted);
  MPI_File_get_atomicity(fh, &flag);
  CHECK(flag == 0);
  MPI_File_set_atomicity(fh, 5);
  MPI_File_get_atomicity(fh, &flag);
  CHECK(flag == 1);
  MPI_File_get_group(fh, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_compare(group, world, &result);
  CHECK(result == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  same = MPI_File_fromint(MPI_File_toint(fh));
  CHECK(same == fh);
  CHECK(MPI_File_close(&fh) == MPI_SUCCESS);
  CHECK(fh == MPI_FILE_NULL);
}

static void sizes(const char *name) {
  MPI_File fh;
  MPI_Offset size = -1;
  char byte = 1;
  MPI_Status status;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, MPI_INFO_NULL, &fh);
  MPI_File_get_size(fh, &size);
  CHECK(size == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(fh, 1000);
  MPI_File_get_size(fh, &size);
  CHECK(size == 1000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_preallocate(fh, 5000);
  MPI_File_get_size(fh, &size);
  CHECK(size == 5000);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_read_at(fh, 999, &byte, 1, MPI_BYTE, &status);
  CHECK(byte == 0);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_set_size(fh, 10);
  MPI_File_get_size(fh, &size);
  CHECK(size == 10);
  CHECK(MPI_File_sync(fh) == MPI_SUCCESS);
  MPI_File_close(&fh);
}

static void hints(const char *name) {
  MPI_File fh;
  MPI_Info info, used;
  char value[64];
  int length = sizeof value, flag;
  MPI_Info_create(&info);
  MPI_Info_set(info, "cb_buffer_size", "131072");
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDWR, info, &fh);
  MPI_File_get_info(fh, &used);
  MPI_Info_get_string(used, "cb_buffer_size", &length, value, &flag);
  CHECK(flag && strcmp(value, "131072") == 0);
  MPI_Info_free(&used);
  MPI_Info_set(info, "cb_buffer_size", "262144");
  MPI_File_set_info(fh, info);
  MPI_File_get_info(fh, &used);
  length = sizeof value;
  MPI_Info_get_string(used, "cb_buffer_size", &length, value, &flag);
  CHECK(flag && strcmp(value, "262144") == 0);
  MPI_Info_free(&used);
  MPI_Info_free(&info);
  MPI_File_close(&fh);
}

static void gone(const char *name) {
  MPI_File fh;
  MPI_Barrier(MPI_COMM_WORLD);
  if (check_rank() == 0) {
    CHECK(MPI_File_delete(name, MPI_INFO_NULL) == MPI_SUCCESS);
    CHECK_ERROR(MPI_File_delete(name, MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &fh);
  MPI_File_close(&fh);
  CHECK_ERROR(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &fh), MPI_ERR_NO_SUCH_FILE);
  CHECK(fh == MPI_FILE_NULL);
}

int main(int argc, char **argv) {
  char name[FILE_NAME_ROOM];
  MPI_Init(&argc, &argv);
  file_name(name, "open");
  modes(name);
  sizes(name);
  hints(name);
  gone(name);
  MPI_Finalize();
  return 0;
}
