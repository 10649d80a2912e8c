/* All programs as one, in one job: begins MPI, runs each named one or all of them, ends MPI. */
#include "check.h"

struct part {
  const char *name;
  int (*main)(int, char **);
};
extern const struct part parts[];

int main(int argc, char **argv) {
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (const struct part *p = parts; p->name != NULL; p++) {
    int isWanted = argc < 2;
    for (int i = 1; i < argc; i++) isWanted |= strcmp(argv[i], p->name) == 0;
    if (isWanted) {
      if (rank == 0) fprintf(stderr, "%s\n", p->name);
      CHECK(p->main(argc, argv) == 0);
    }
  }
  MPI_Finalize();
  if (rank == 0) printf("all is well\n");
  return 0;
}
