#include "worlds.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define TAG 1
#define PORT "nowhere"   /* under a name that nobody connects by */
#define CHILD_BYTES 4096 /* the longest message to a child */

/* ---- children, each parent's own ---- */

/* Until each has sent a message. */
static void spawn(struct point *p, int children) {
  char program[PATH_MAX];
  if (!p->sender) return;
  ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length < 0) die("/proc/self/exe");
  program[length] = 0;
  MPI_Comm_spawn(program, MPI_ARGV_NULL, children, MPI_INFO_NULL, 0, MPI_COMM_SELF, &p->others,
                 MPI_ERRCODES_IGNORE);
  for (int child = 0; child < children; child++)
    MPI_Recv(NULL, 0, MPI_BYTE, child, TAG, p->others, MPI_STATUS_IGNORE);
}

static void spawn_1(struct point *p) {
  spawn(p, 1);
}

static void spawn_2(struct point *p) {
  spawn(p, 2);
}

static void spawn_4(struct point *p) {
  spawn(p, 4);
}

static void spawned_latency(struct point *p) {
  if (!p->sender) return;
  MPI_Send(p->send, p->bytes, MPI_BYTE, 0, TAG, p->others);
  MPI_Recv(p->recv, p->bytes, MPI_BYTE, 0, TAG, p->others, MPI_STATUS_IGNORE);
}

void let_go(struct point *p) {
  int children;
  if (p->others == MPI_COMM_NULL) return;
  MPI_Comm_remote_size(p->others, &children);
  for (int child = 0; child < children; child++)
    MPI_Send(NULL, 0, MPI_BYTE, child, TAG, p->others);
  MPI_Comm_disconnect(&p->others);
}

void serve_parent(MPI_Comm parent) {
  char message[CHILD_BYTES];
  MPI_Status status;
  int bytes;
  MPI_Send(NULL, 0, MPI_BYTE, 0, TAG, parent);
  for (;;) {
    MPI_Recv(message, sizeof message, MPI_BYTE, 0, TAG, parent, &status);
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    if (bytes == 0) break;
    MPI_Send(message, bytes, MPI_BYTE, 0, TAG, parent);
  }
  MPI_Comm_disconnect(&parent);
}

/* ---- ports and names ---- */

/* The first half of the ranks connects to the second. */
static void connect_accept(struct point *p) {
  MPI_Comm others;
  if (p->sender)
    MPI_Comm_connect(p->port, MPI_INFO_NULL, 0, p->half, &others);
  else
    MPI_Comm_accept(p->port, MPI_INFO_NULL, 0, p->half, &others);
  MPI_Comm_disconnect(&others);
}

static void publish_lookup(struct point *p) {
  char service[64], found[MPI_MAX_PORT_NAME];
  if (!p->sender) return;
  snprintf(service, sizeof service, "race-%d", p->rank);
  MPI_Publish_name(service, MPI_INFO_NULL, PORT);
  MPI_Lookup_name(service, MPI_INFO_NULL, found);
  MPI_Unpublish_name(service, MPI_INFO_NULL, PORT);
}

static const struct benchmark loops[] = {
    {"spawn_1", SPAWN, 0, spawn_1},
    {"spawn_2", SPAWN, 0, spawn_2},
    {"spawn_4", SPAWN, 0, spawn_4},
    {"spawned_latency", LATENCY, 0, spawned_latency},
    {"connect_accept", CALL, 0, connect_accept},
    {"publish_lookup", ORIGIN, 0, publish_lookup},
};

const struct benchmark *find_world_loop(const char *name) {
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    if (!strcmp(loops[i].name, name)) return &loops[i];
  return NULL;
}

static int accepts(const struct point *p) {
  return p->rank == p->pairs;
}

void open_world(struct point *p, const char *name) {
  if (!strcmp(name, "spawned_latency")) spawn(p, 1);
  if (strcmp(name, "connect_accept")) return;
  MPI_Comm_split(MPI_COMM_WORLD, p->sender, p->rank, &p->half);
  if (accepts(p)) MPI_Open_port(MPI_INFO_NULL, p->port);
  MPI_Bcast(p->port, sizeof p->port, MPI_CHAR, p->pairs, MPI_COMM_WORLD);
}

void close_world(struct point *p) {
  let_go(p);
  if (p->half == MPI_COMM_NULL) return;
  MPI_Comm_free(&p->half);
  if (accepts(p)) MPI_Close_port(p->port);
}
