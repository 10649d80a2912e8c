/* Spawns itself: arguments, error codes, the parent, and messages both ways. 1 to 4 ranks. */
#include "check.h"

enum { CHILDREN = 2 };

static void child(MPI_Comm parent, int argc, char **argv) {
  int rank, size, parents, number = -1, sum;
  MPI_Comm same, all;
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  CHECK(size == CHILDREN);
  CHECK(argc == 4 && strcmp(argv[1], "two words") == 0 && strcmp(argv[2], "") == 0
        && strcmp(argv[3], "\"'$x\t") == 0);
  MPI_Comm_get_parent(&same);
  CHECK(same == parent);
  MPI_Comm_get_name(parent, name, &length);
  CHECK(strcmp(name, "MPI_COMM_PARENT") == 0);
  MPI_Comm_remote_size(parent, &parents);
  MPI_Recv(&number, 1, MPI_INT, 0, 5, parent, MPI_STATUS_IGNORE);
  CHECK(number == 100 + rank);
  MPI_Intercomm_merge(parent, 1, &all);
  MPI_Comm_size(all, &size);
  CHECK(size == parents + CHILDREN);
  MPI_Comm_rank(all, &rank);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(sum == size * (size - 1) / 2);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&parent);
  CHECK(parent == MPI_COMM_NULL);
  MPI_Comm_get_parent(&parent);
  CHECK(parent == MPI_COMM_NULL);
}

static void spawn(const char *program) {
  int rank, size, root, remote, codes[CHILDREN] = {-1, -1}, sum, is_inter;
  char *garbage[] = {(char *) 1};
  char *arguments[] = {"two words", "", "\"'$x\t", NULL};
  MPI_Comm children, all;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  root = size - 1;
  if (rank == root) {
    MPI_Comm_spawn(program, arguments, CHILDREN, MPI_INFO_NULL, root, MPI_COMM_WORLD, &children,
                   codes);
  } else { /* only the root's arguments are looked at */
    MPI_Comm_spawn(NULL, garbage, -1, (MPI_Info) 1, root, MPI_COMM_WORLD, &children, codes);
  }
  CHECK(codes[0] == MPI_SUCCESS && codes[1] == MPI_SUCCESS);
  MPI_Comm_test_inter(children, &is_inter);
  MPI_Comm_remote_size(children, &remote);
  CHECK(is_inter && remote == CHILDREN);
  for (int i = 0; rank == 0 && i < CHILDREN; i++) {
    int number = 100 + i;
    MPI_Send(&number, 1, MPI_INT, i, 5, children);
  }
  MPI_Intercomm_merge(children, 0, &all);
  int mine;
  MPI_Comm_rank(all, &mine);
  CHECK(mine == rank);
  MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
  CHECK(sum == (size + CHILDREN) * (size + CHILDREN - 1) / 2);
  MPI_Comm_free(&all);
  MPI_Comm_disconnect(&children);
  CHECK(children == MPI_COMM_NULL);
}

int main(int argc, char **argv) {
  MPI_Comm parent;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent == MPI_COMM_NULL) {
    spawn(argv[0]);
  } else {
    child(parent, argc, argv);
  }
  MPI_Finalize();
  return 0;
}
