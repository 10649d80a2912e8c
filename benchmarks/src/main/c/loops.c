#include "loops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "files.h"
#include "layouts.h"
#include "windows.h"
#include "worlds.h"

#define ALIGNMENT 4096
#define TAG 1
#define PAUSE_US 10 /* after which all ranks have left a barrier */

/* Of a benchmark of EXPOSED: run begins the communication, this ends it. */
static void finish(struct point *p) {
  MPI_Wait(&p->requests[0], MPI_STATUS_IGNORE);
}

double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

_Noreturn void die(const char *what) {
  perror(what);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

/* ---- point to point: one call is one iteration ---- */

static void latency(struct point *p) {
  if (p->sender) {
    MPI_Send(p->send, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD);
    MPI_Recv(p->recv, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(p->recv, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(p->send, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD);
  }
}

/* From and into the same memory, as a halo exchange does. */
static void layout(struct point *p) {
  if (p->sender) {
    MPI_Send(p->send, 1, p->layout, p->peer, TAG, MPI_COMM_WORLD);
    MPI_Recv(p->send, 1, p->layout, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(p->send, 1, p->layout, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(p->send, 1, p->layout, p->peer, TAG, MPI_COMM_WORLD);
  }
}

static void one_way(struct point *p) {
  char ack;
  if (p->sender) {
    for (int i = 0; i < WINDOW; i++)
      MPI_Isend(p->send, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, &p->requests[i]);
    MPI_Waitall(WINDOW, p->requests, MPI_STATUSES_IGNORE);
    MPI_Recv(&ack, 1, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  } else {
    for (int i = 0; i < WINDOW; i++)
      MPI_Irecv(p->recv, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, &p->requests[i]);
    MPI_Waitall(WINDOW, p->requests, MPI_STATUSES_IGNORE);
    ack = 0;
    MPI_Send(&ack, 1, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD);
  }
}

static void both_ways(struct point *p) {
  char ack = 0;
  for (int i = 0; i < WINDOW; i++)
    MPI_Irecv(p->recv, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, &p->requests[i]);
  for (int i = 0; i < WINDOW; i++)
    MPI_Isend(p->send, p->bytes, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, &p->requests[WINDOW + i]);
  MPI_Waitall(2 * WINDOW, p->requests, MPI_STATUSES_IGNORE);
  if (p->sender)
    MPI_Recv(&ack, 1, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  else
    MPI_Send(&ack, 1, MPI_BYTE, p->peer, TAG, MPI_COMM_WORLD);
}

/* ---- collectives: bytes is one rank's contribution, as in OSU's benchmarks ---- */

static void barrier(struct point *p) {
  (void)p;
  MPI_Barrier(MPI_COMM_WORLD);
}

static void bcast(struct point *p) {
  MPI_Bcast(p->send, p->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void gather(struct point *p) {
  MPI_Gather(p->send, p->bytes, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void gatherv(struct point *p) {
  MPI_Gatherv(p->send, p->bytes, MPI_BYTE, p->recv, p->counts, p->displs, MPI_BYTE, 0,
              MPI_COMM_WORLD);
}

static void scatter(struct point *p) {
  MPI_Scatter(p->send, p->bytes, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
}

static void scatterv(struct point *p) {
  MPI_Scatterv(p->send, p->counts, p->displs, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, 0,
               MPI_COMM_WORLD);
}

static void allgather(struct point *p) {
  MPI_Allgather(p->send, p->bytes, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void allgatherv(struct point *p) {
  MPI_Allgatherv(p->send, p->bytes, MPI_BYTE, p->recv, p->counts, p->displs, MPI_BYTE,
                 MPI_COMM_WORLD);
}

static void alltoall(struct point *p) {
  MPI_Alltoall(p->send, p->bytes, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, MPI_COMM_WORLD);
}

static void alltoallv(struct point *p) {
  MPI_Alltoallv(p->send, p->counts, p->displs, MPI_BYTE, p->recv, p->counts, p->displs, MPI_BYTE,
                MPI_COMM_WORLD);
}

static void alltoallw(struct point *p) {
  MPI_Alltoallw(p->send, p->counts, p->byte_displs, p->types, p->recv, p->counts, p->byte_displs,
                p->types, MPI_COMM_WORLD);
}

static void reduce(struct point *p) {
  MPI_Reduce(p->send, p->recv, p->doubles, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
}

static void allreduce(struct point *p) {
  MPI_Allreduce(p->send, p->recv, p->doubles, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* Here bytes is the whole vector that is reduced; every rank keeps one part of it. */
static void reduce_scatter(struct point *p) {
  MPI_Reduce_scatter(p->send, p->recv, p->parts, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void reduce_scatter_block(struct point *p) {
  MPI_Reduce_scatter_block(p->send, p->recv, p->doubles / p->ranks, MPI_DOUBLE, MPI_SUM,
                           MPI_COMM_WORLD);
}

static void scan(struct point *p) {
  MPI_Scan(p->send, p->recv, p->doubles, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

static void exscan(struct point *p) {
  MPI_Exscan(p->send, p->recv, p->doubles, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* ---- communication with computation meanwhile ---- */

static void ibcast(struct point *p) {
  MPI_Ibcast(p->send, p->bytes, MPI_BYTE, 0, MPI_COMM_WORLD, &p->requests[0]);
}

static void iallreduce(struct point *p) {
  MPI_Iallreduce(p->send, p->recv, p->doubles, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD,
                 &p->requests[0]);
}

static void ialltoall(struct point *p) {
  MPI_Ialltoall(p->send, p->bytes, MPI_BYTE, p->recv, p->bytes, MPI_BYTE, MPI_COMM_WORLD,
                &p->requests[0]);
}

static const struct benchmark benchmarks[] = {
    {"latency", LATENCY, 0, latency},
    {"bandwidth", BANDWIDTH, WINDOW, one_way},
    {"bibandwidth", BANDWIDTH, 2 * WINDOW, both_ways},
    {"message_rate", RATE, WINDOW, one_way},
    {"barrier", CALL, 0, barrier},
    {"bcast", CALL, 0, bcast},
    {"gather", CALL, 0, gather},
    {"gatherv", CALL, 0, gatherv},
    {"scatter", CALL, 0, scatter},
    {"scatterv", CALL, 0, scatterv},
    {"allgather", CALL, 0, allgather},
    {"allgatherv", CALL, 0, allgatherv},
    {"alltoall", CALL, 0, alltoall},
    {"alltoallv", CALL, 0, alltoallv},
    {"alltoallw", CALL, 0, alltoallw},
    {"reduce", CALL, 0, reduce},
    {"allreduce", CALL, 0, allreduce},
    {"reduce_scatter", CALL, 0, reduce_scatter},
    {"reduce_scatter_block", CALL, 0, reduce_scatter_block},
    {"scan", CALL, 0, scan},
    {"exscan", CALL, 0, exscan},
    {"overlap_ibcast", EXPOSED, 0, ibcast},
    {"overlap_iallreduce", EXPOSED, 0, iallreduce},
    {"overlap_ialltoall", EXPOSED, 0, ialltoall},
};

const struct benchmark *find(const char *name) {
  static const struct benchmark of_layout = {"layout", LATENCY, 0, layout};
  if (find_layout(name)) return &of_layout;
  if (find_window_loop(name)) return find_window_loop(name);
  if (find_file_loop(name)) return find_file_loop(name);
  if (find_world_loop(name)) return find_world_loop(name);
  for (size_t i = 0; i < sizeof benchmarks / sizeof *benchmarks; i++)
    if (!strcmp(benchmarks[i].name, name)) return &benchmarks[i];
  fprintf(stderr, "no benchmark named %s\n", name);
  MPI_Abort(MPI_COMM_WORLD, 2);
  return NULL;
}

/* ---- the buffers of a point ---- */

void *pages(size_t bytes) {
  void *memory;
  if (posix_memalign(&memory, ALIGNMENT, bytes < ALIGNMENT ? ALIGNMENT : bytes)) die("posix_memalign");
  return memory;
}

void join_ranks(struct point *p) {
  MPI_Comm_rank(MPI_COMM_WORLD, &p->rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p->ranks);
  p->pairs = p->ranks > 1 ? p->ranks / 2 : 1;
  p->sender = p->rank < p->pairs;
  p->peer = p->sender ? p->rank + p->pairs : p->rank - p->pairs;
  p->counts = pages(p->ranks * sizeof(int));
  p->displs = pages(p->ranks * sizeof(int));
  p->byte_displs = pages(p->ranks * sizeof(int));
  p->parts = pages(p->ranks * sizeof(int));
  p->types = pages(p->ranks * sizeof(MPI_Datatype));
  p->layout = MPI_DATATYPE_NULL;
  p->window = MPI_WIN_NULL;
  p->own = NULL;
  p->file = MPI_FILE_NULL;
  p->others = p->half = MPI_COMM_NULL;
}

static void prepare_bytes(struct point *p, int bytes) {
  size_t room = (size_t)bytes * p->ranks;
  p->bytes = bytes;
  p->doubles = bytes / (int)sizeof(double);
  p->send = pages(room);
  p->recv = pages(room);
  for (size_t i = 0; i < room / sizeof(double); i++) {
    ((double *)p->send)[i] = 1.0;
    ((double *)p->recv)[i] = 0.0;
  }
  for (int r = 0; r < p->ranks; r++) {
    p->counts[r] = bytes;
    p->displs[r] = p->byte_displs[r] = r * bytes;
    p->types[r] = MPI_BYTE;
    p->parts[r] = p->doubles / p->ranks + (r < p->doubles % p->ranks);
  }
}

static void prepare_layout(struct point *p, const struct layout *layout, int bytes) {
  size_t room;
  p->bytes = bytes;
  p->layout = layout->make(bytes, &room);
  p->send = pages(room);
  p->recv = NULL;
  memset(p->send, 1, room);
}

void prepare(struct point *p, const char *name, int bytes) {
  const struct layout *layout = find_layout(name);
  if (layout)
    prepare_layout(p, layout, bytes);
  else if (find_file_loop(name))
    open_file(p, name, bytes);
  else
    prepare_bytes(p, bytes);
  if (find_window_loop(name)) open_window(p, name);
  if (find_world_loop(name)) open_world(p, name);
}

void discard(struct point *p) {
  close_window(p);
  close_file(p);
  close_world(p);
  free(p->send);
  free(p->recv);
  if (p->layout != MPI_DATATYPE_NULL) MPI_Type_free(&p->layout);
}

/* ---- the loops ---- */

void compute(double us) {
  double end = now_us() + us;
  while (now_us() < end)
    for (volatile int i = 0; i < 50; i++);
}

/* The time of n iterations that compute between the beginning and the end of the communication. */
static double overlapped(const struct benchmark *b, struct point *p, int n, double compute_us) {
  double begin, own = 0;
  for (int i = 0; i < n; i++) {
    begin = now_us();
    b->run(p);
    if (compute_us > 0) compute(compute_us);
    finish(p);
    own += now_us() - begin;
    MPI_Barrier(MPI_COMM_WORLD);
  }
  return own;
}

/*
 * n iterations without computation tell how long the communication takes; n more compute for as long
 * meanwhile. What is left of the communication's time (percent, at least one), times n: 100 - OSU's
 * overlap.
 */
static double exposed(const struct benchmark *b, struct point *p, int n) {
  double pure = 0, own = overlapped(b, p, n, 0) / n;
  MPI_Allreduce(&own, &pure, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  double left = overlapped(b, p, n, pure) / n - pure;
  return n * (left < pure / 100 ? 1 : 100 * left / pure);
}

double iterate(const struct benchmark *b, struct point *p, int n) {
  double begin, own = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  if (b->kind == EXPOSED) return exposed(b, p, n);
  if (b->kind == CALL || b->kind == PASSIVE || b->kind == SPAWN) {
    for (int i = 0; i < n; i++) {
      if (b->kind == PASSIVE) compute(PAUSE_US);
      begin = now_us();
      b->run(p);
      own += now_us() - begin;
      if (b->kind == SPAWN) let_go(p);
      MPI_Barrier(MPI_COMM_WORLD);
    }
    return own;
  }
  begin = now_us();
  for (int i = 0; i < n; i++) b->run(p);
  return now_us() - begin;
}

double summarize(const struct benchmark *b, struct point *p, int n, double own) {
  double mine, all = 0;
  switch (b->kind) {
    case CALL:
    case TOGETHER:
    case EXPOSED: mine = own / n / p->ranks; break;
    case LATENCY: mine = p->sender ? own / n / 2 / p->pairs : 0; break;
    case ORIGIN:
    case PASSIVE: mine = p->sender ? own / n / p->pairs : 0; break;
    case SPAWN: mine = p->sender ? own / n / 1e3 / p->pairs : 0; break;
    case BANDWIDTH: mine = p->sender ? (double)b->messages * p->bytes * n / own : 0; break;
    default: mine = p->sender ? (double)b->messages * n / own : 0;
  }
  MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  return all;
}
