/* Spawns itself twice as one world, with different arguments. 1 to 4 ranks. */
#include "check.h"

static void child(MPI_Comm parent, int argc, char **argv) {
  int rank, size, *appnum, flag;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(size == 3);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &appnum, &flag);
  CHECK(flag && *appnum == (rank == 0 ? 0 : 1));
  CHECK(argc == (rank == 0 ? 1 : 2));
  CHECK(rank == 0 || strcmp(argv[1], "second") == 0);
  MPI_Comm_disconnect(&parent);
}

static void spawn(char *program, char ***arguments) {
  int rank, maxprocs[] = {1, 2}, codes[3] = {-1, -1, -1}, remote;
  char *programs[] = {program, program};
  MPI_Info infos[] = {MPI_INFO_NULL, MPI_INFO_NULL};
  MPI_Comm children;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    MPI_Comm_spawn_multiple(2, programs, arguments, maxprocs, infos, 0, MPI_COMM_WORLD, &children,
                            codes);
  } else {
    MPI_Comm_spawn_multiple(-1, NULL, NULL, NULL, NULL, 0, MPI_COMM_WORLD, &children, codes);
  }
  CHECK(codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS && codes[2] == MPI_SUCCESS);
  MPI_Comm_remote_size(children, &remote);
  CHECK(remote == 3);
  MPI_Comm_disconnect(&children);
}

int main(int argc, char **argv) {
  MPI_Comm parent;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL) {
    char *second[] = {"second", NULL};
    char **arguments[] = {MPI_ARGV_NULL, second};
    spawn(argv[0], arguments);
  } else {
    child(parent, argc, argv);
  }
  MPI_Finalize();
  return 0;
}
