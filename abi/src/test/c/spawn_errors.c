/* Processes that cannot be spawned; all ranks hear of it, and go on. 1 to 4 ranks. */
#include "check.h"

static void fails(int error_class, const char *program, int maxprocs, int root) {
  MPI_Comm children = MPI_COMM_WORLD;
  CHECK_ERROR(MPI_Comm_spawn(program, MPI_ARGV_NULL, maxprocs, MPI_INFO_NULL, root, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE), error_class);
  CHECK(children == MPI_COMM_NULL);
}

int main(int argc, char **argv) {
  int size, codes[2] = {-1, -1}, class0, class1;
  MPI_Comm children;
  MPI_Init(&argc, &argv);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  fails(MPI_ERR_ARG, NULL, 1, 0);
  fails(MPI_ERR_ARG, argv[0], -1, 0);
  fails(MPI_ERR_ARG, argv[0], 0, size - 1);
  fails(MPI_ERR_ROOT, argv[0], 1, size);
  CHECK_ERROR(MPI_Comm_spawn("/nowhere/nothing", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes), MPI_ERR_SPAWN);
  CHECK(children == MPI_COMM_NULL);
  MPI_Error_class(codes[0], &class0);
  MPI_Error_class(codes[1], &class1);
  CHECK(class0 == MPI_ERR_SPAWN && class1 == MPI_ERR_SPAWN);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
