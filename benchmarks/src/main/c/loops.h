/*
 * The benchmarks in C, for the race and for the cold race: what one iteration does, and how many of them are
 * timed. Loop.java has the same loops.
 */
#ifndef LOOPS_H
#define LOOPS_H

#include <mpi.h>

#define WINDOW 64 /* messages in flight in the bandwidth loops, as in OSU's benchmarks */

struct point {
  int rank, ranks, pairs, peer, sender; /* pairs: rank r talks with rank r + pairs */
  int bytes, doubles;
  char *send, *recv;
  int *counts, *displs, *byte_displs, *parts;
  MPI_Datatype *types, layout; /* one element of the layout takes a datatype benchmark's message */
  MPI_Request requests[2 * WINDOW];
};

enum kind { CALL, LATENCY, BANDWIDTH, RATE, EXPOSED };

struct benchmark {
  const char *name;
  enum kind kind;
  int messages; /* per iteration and pair, for BANDWIDTH and RATE */
  void (*run)(struct point *);
};

/* Says what the system has refused, and ends the job. */
_Noreturn void die(const char *what);

double now_us(void);

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
