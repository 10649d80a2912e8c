/*
 * The benchmarks in C, for the race and for the cold race: what one iteration does, and how many of them are
 * timed. Loop.java has the same loops.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include <limits.h>
#include <mpi.h>
#include <stddef.h>

#define WINDOW 64 /* messages in flight in the bandwidth loops, as in OSU's benchmarks */

struct point {
  int rank, ranks, pairs, peer, sender; /* pairs: rank r talks with rank r + pairs */
  int bytes, doubles;
  char *send, *recv;
  int *counts, *displs, *byte_displs, *parts;
  MPI_Datatype *types, layout; /* one element of the layout takes a datatype benchmark's message */
  MPI_Request requests[2 * WINDOW];
  MPI_Win window; /* of a benchmark that has one, like what follows */
  char *part, *own; /* own: the same, if it is not the library's */
  MPI_Group neighbours;
  int locked; /* an epoch of lock_all is open all the time */
  MPI_File file; /* of a benchmark that has one, like what follows */
  char path[PATH_MAX];
  int count; /* of such numbers, what a rank writes */
  MPI_Datatype number;
  MPI_Comm others; /* this rank's children, of a benchmark that has any */
  MPI_Comm half;   /* those who connect or those who accept, likewise */
  char port[MPI_MAX_PORT_NAME];
};

/*
 * How iterations are timed, and whose time counts: CALL every call apart, LATENCY half of a ping-pong, BANDWIDTH and
 * RATE what senders get through, EXPOSED what computation does not hide; ORIGIN of senders only, PASSIVE the same
 * of every call apart, when all have left the barrier; TOGETHER of all ranks, one call after the other; SPAWN every call
 * of senders apart until children are there, in milliseconds.
 */
enum kind { CALL, LATENCY, BANDWIDTH, RATE, EXPOSED, ORIGIN, PASSIVE, TOGETHER, SPAWN };

struct benchmark {
  const char *name;
  enum kind kind;
  int messages; /* per iteration and pair, for BANDWIDTH and RATE */
  void (*run)(struct point *);
};

/* Says what the system has refused, and ends the job. */
_Noreturn void die(const char *what);

double now_us(void);

/* Spends so much time outside of MPI. */
void compute(double us);

/* Memory that begins on a page. */
void *pages(size_t bytes);

/* The benchmark of this name; ends the job if there is none. */
const struct benchmark *find(const char *name);

/* A rank's part in benchmarks among all; MPI has begun. */
void join_ranks(struct point *p);

/* Buffers for this size. */
void prepare(struct point *p, const char *name, int bytes);

void discard(struct point *p);

/* Runs n iterations and returns this rank's own time for them, in microseconds. */
double iterate(const struct benchmark *b, struct point *p, int n);

/* What rank 0 reports for n iterations that took each rank its own time. */
double summarize(const struct benchmark *b, struct point *p, int n, double own);

#endif
