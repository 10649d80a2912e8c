#include "windows.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define TAG 2
#define TABLE_WORDS (1 << 17) /* of the random updates, at each rank */
#define COMPUTE_US 100        /* how long a target calls nothing */

/* Whose memory the window is, and whether an epoch of lock_all is open all the time. */
enum flavor { ALLOCATED, OWN, SHARED };

struct window_loop {
  struct benchmark loop;
  enum flavor flavor;
  int locked;
};

/* ---- put and get: the target does nothing ---- */

static void put(struct point *p) {
  if (!p->sender) return;
  MPI_Put(p->send, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_flush(p->peer, p->window);
}

static void get(struct point *p) {
  if (!p->sender) return;
  MPI_Get(p->recv, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_flush(p->peer, p->window);
}

static void puts_in_flight(struct point *p) {
  if (!p->sender) return;
  for (int i = 0; i < WINDOW; i++)
    MPI_Put(p->send, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_flush(p->peer, p->window);
}

static void gets_in_flight(struct point *p) {
  if (!p->sender) return;
  for (int i = 0; i < WINDOW; i++)
    MPI_Get(p->recv, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_flush(p->peer, p->window);
}

/* The target computes meanwhile. */
static void put_to_busy(struct point *p) {
  if (p->sender)
    put(p);
  else
    compute(COMPUTE_US);
}

/* ---- updates ---- */

static void accumulate(struct point *p) {
  if (!p->sender) return;
  MPI_Accumulate(p->send, p->doubles, MPI_DOUBLE, p->peer, 0, p->doubles, MPI_DOUBLE, MPI_SUM,
                 p->window);
  MPI_Win_flush(p->peer, p->window);
}

static void fetch_and_add(struct point *p, int target) {
  MPI_Fetch_and_op(p->send, p->recv, MPI_INT64_T, target, 0, MPI_SUM, p->window);
  MPI_Win_flush(target, p->window);
}

static void fetch_and_op(struct point *p) {
  if (p->sender) fetch_and_add(p, p->peer);
}

/* All ranks at one place. */
static void counter(struct point *p) {
  fetch_and_add(p, 0);
}

/* Finds what it expects, which Open MPI writes there once more. */
static void compare_and_swap(struct point *p) {
  int64_t value = 0, expected = 0;
  if (!p->sender) return;
  MPI_Compare_and_swap(&value, &expected, p->recv, MPI_INT64_T, p->peer, 0, p->window);
  MPI_Win_flush(p->peer, p->window);
}

/* Every rank changes words anywhere: one iteration is WINDOW of them. */
static void random_updates(struct point *p) {
  static uint64_t seed;
  static const uint64_t bits = 1;
  if (!seed) seed = 1 + (uint64_t)p->rank;
  for (int i = 0; i < WINDOW; i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t place = (seed >> 32) % ((uint64_t)TABLE_WORDS * p->ranks);
    MPI_Accumulate(&bits, 1, MPI_UINT64_T, (int)(place / TABLE_WORDS),
                   (MPI_Aint)(place % TABLE_WORDS * sizeof bits), 1, MPI_UINT64_T, MPI_BXOR, p->window);
  }
  MPI_Win_flush_all(p->window);
}

/* ---- epochs: a put in one of its own ---- */

static void put_in_fence(struct point *p) {
  if (p->sender) MPI_Put(p->send, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_fence(0, p->window);
}

static void put_in_start(struct point *p) {
  if (p->sender) {
    MPI_Win_start(p->neighbours, 0, p->window);
    MPI_Put(p->send, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
    MPI_Win_complete(p->window);
  } else {
    MPI_Win_post(p->neighbours, 0, p->window);
    MPI_Win_wait(p->window);
  }
}

static void put_in_lock(struct point *p) {
  if (!p->sender) return;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, p->peer, 0, p->window);
  MPI_Put(p->send, p->bytes, MPI_BYTE, p->peer, 0, p->bytes, MPI_BYTE, p->window);
  MPI_Win_unlock(p->peer, p->window);
}

/* ---- halo exchange: ranks in a ring; the part has room for what comes from the left and from the right ---- */

static int left(struct point *p) {
  return (p->rank + p->ranks - 1) % p->ranks;
}

static int right(struct point *p) {
  return (p->rank + 1) % p->ranks;
}

static void put_halo(struct point *p) {
  MPI_Put(p->send, p->bytes, MPI_BYTE, right(p), 0, p->bytes, MPI_BYTE, p->window);
  MPI_Put(p->send, p->bytes, MPI_BYTE, left(p), p->bytes, p->bytes, MPI_BYTE, p->window);
}

static void halo_in_fence(struct point *p) {
  put_halo(p);
  MPI_Win_fence(0, p->window);
}

static void halo_in_start(struct point *p) {
  MPI_Win_post(p->neighbours, 0, p->window);
  MPI_Win_start(p->neighbours, 0, p->window);
  put_halo(p);
  MPI_Win_complete(p->window);
  MPI_Win_wait(p->window);
}

static void halo_by_messages(struct point *p) {
  MPI_Request *r = p->requests;
  char *part = p->part;
  MPI_Irecv(part, p->bytes, MPI_BYTE, left(p), TAG, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(part + p->bytes, p->bytes, MPI_BYTE, right(p), TAG + 1, MPI_COMM_WORLD, &r[1]);
  MPI_Isend(p->send, p->bytes, MPI_BYTE, right(p), TAG, MPI_COMM_WORLD, &r[2]);
  MPI_Isend(p->send, p->bytes, MPI_BYTE, left(p), TAG + 1, MPI_COMM_WORLD, &r[3]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
}

static const struct window_loop loops[] = {
    {{"put", ORIGIN, 0, put}, ALLOCATED, 1},
    {{"get", ORIGIN, 0, get}, ALLOCATED, 1},
    {{"put_bandwidth", BANDWIDTH, WINDOW, puts_in_flight}, ALLOCATED, 1},
    {{"get_bandwidth", BANDWIDTH, WINDOW, gets_in_flight}, ALLOCATED, 1},
    {{"put_shared", ORIGIN, 0, put}, SHARED, 1},
    {{"get_shared", ORIGIN, 0, get}, SHARED, 1},
    {{"put_own", ORIGIN, 0, put}, OWN, 1},
    {{"get_own", ORIGIN, 0, get}, OWN, 1},
    {{"put_to_busy", PASSIVE, 0, put_to_busy}, ALLOCATED, 1},
    {{"accumulate", ORIGIN, 0, accumulate}, ALLOCATED, 1},
    {{"fetch_and_op", ORIGIN, 0, fetch_and_op}, ALLOCATED, 1},
    {{"compare_and_swap", ORIGIN, 0, compare_and_swap}, SHARED, 1},
    {{"counter", TOGETHER, 0, counter}, ALLOCATED, 1},
    {{"random_updates", TOGETHER, 0, random_updates}, ALLOCATED, 1},
    {{"put_in_fence", TOGETHER, 0, put_in_fence}, ALLOCATED, 0},
    {{"put_in_start", TOGETHER, 0, put_in_start}, ALLOCATED, 0},
    {{"put_in_lock", ORIGIN, 0, put_in_lock}, ALLOCATED, 0},
    {{"halo_in_fence", TOGETHER, 0, halo_in_fence}, ALLOCATED, 0},
    {{"halo_in_start", TOGETHER, 0, halo_in_start}, ALLOCATED, 0},
    {{"halo_by_messages", TOGETHER, 0, halo_by_messages}, ALLOCATED, 0},
};

static const struct window_loop *find_loop(const char *name) {
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    if (!strcmp(loops[i].loop.name, name)) return &loops[i];
  return NULL;
}

const struct benchmark *find_window_loop(const char *name) {
  const struct window_loop *found = find_loop(name);
  return found ? &found->loop : NULL;
}

/* ---- the window of a point ---- */

static size_t part_bytes(struct point *p, const struct window_loop *l) {
  if (l->loop.run == random_updates) return TABLE_WORDS * sizeof(uint64_t);
  return 2 * (size_t)p->bytes;
}

/* Whom this rank starts and posts for. */
static void join_neighbours(struct point *p, const struct window_loop *l) {
  int of_halo[] = {left(p), right(p)};
  MPI_Group all;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  if (l->loop.run == put_in_start)
    MPI_Group_incl(all, 1, &p->peer, &p->neighbours);
  else
    MPI_Group_incl(all, of_halo[0] == of_halo[1] ? 1 : 2, of_halo, &p->neighbours);
  MPI_Group_free(&all);
}

void open_window(struct point *p, const char *name) {
  const struct window_loop *l = find_loop(name);
  MPI_Aint bytes = (MPI_Aint)part_bytes(p, l);
  switch (l->flavor) {
    case ALLOCATED:
      MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p->part, &p->window);
      break;
    case SHARED:
      MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p->part, &p->window);
      break;
    default:
      p->part = p->own = pages(bytes);
      MPI_Win_create(p->part, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &p->window);
  }
  memset(p->part, 0, bytes);
  join_neighbours(p, l);
  p->locked = l->locked;
  if (p->locked) MPI_Win_lock_all(0, p->window);
  if (l->loop.run == put_in_fence || l->loop.run == halo_in_fence) MPI_Win_fence(0, p->window);
}

void close_window(struct point *p) {
  if (p->window == MPI_WIN_NULL) return;
  if (p->locked) MPI_Win_unlock_all(p->window);
  MPI_Win_free(&p->window);
  MPI_Group_free(&p->neighbours);
  free(p->own);
  p->own = NULL;
}
