/*
 * The C runner of the cold race, the twin of org.purempi.benchmarks.Cold: it runs one benchmark, once, and ends.
 *
 *   cold loops NAME BYTES...      the loops of the public benchmarks, one size after the other
 *   cold first NAME BYTES CALLS   how long the first 1, 10, 100, ... calls take, up to CALLS
 *
 * Rank 0 prints NAME BYTES VALUE for every size, or NAME_first_N BYTES MICROSECONDS for every N.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loops.h"

#define SMALL_BYTES (8 * 1024) /* up to here, many iterations */
#define MANY 10000
#define MOST_MARKS 10

static void print(const char *benchmark, int bytes, double value) {
  printf("%s %d %.6g\n", benchmark, bytes, value);
  fflush(stdout);
}

static void loops(struct point *p, const char *name, int bytes) {
  const struct benchmark *b = find(name);
  int warm_up = bytes <= SMALL_BYTES ? MANY : 100;
  int timed = bytes <= SMALL_BYTES ? MANY : 500;
  prepare(p, name, bytes);
  iterate(b, p, warm_up);
  double value = summarize(b, p, timed, iterate(b, p, timed));
  if (p->rank == 0) print(name, bytes, value);
  discard(p);
}

static void first(struct point *p, const char *name, int bytes, int calls) {
  const struct benchmark *b = find(name);
  double own[MOST_MARKS], sums[MOST_MARKS];
  char benchmark[64];
  int marks = 0, done = 0;
  prepare(p, name, bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  double begin = now_us();
  for (int mark = 1; mark <= calls; mark *= 10) {
    for (; done < mark; done++) b->run(p);
    own[marks++] = now_us() - begin;
  }
  MPI_Reduce(own, sums, marks, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  for (int i = 0, mark = 1; p->rank == 0 && i < marks; i++, mark *= 10) {
    snprintf(benchmark, sizeof benchmark, "%s_first_%d", name, mark);
    print(benchmark, bytes, sums[i] / p->ranks);
  }
  discard(p);
}

int main(int argc, char **argv) {
  struct point p;
  MPI_Init(&argc, &argv);
  join_ranks(&p);
  if (argc == 5 && !strcmp(argv[1], "first")) {
    first(&p, argv[2], atoi(argv[3]), atoi(argv[4]));
  } else if (argc > 3 && !strcmp(argv[1], "loops")) {
    for (int i = 3; i < argc; i++) loops(&p, argv[2], atoi(argv[i]));
  } else {
    fprintf(stderr, "usage: cold loops NAME BYTES... | cold first NAME BYTES CALLS\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  return MPI_Finalize();
}
