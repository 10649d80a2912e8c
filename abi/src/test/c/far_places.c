/* Counts, displacements and strides that no int holds, in memory of which a few pages are used. */
#include "check.h"
#include <sys/mman.h>

#define RANKS 8
#define FAR ((MPI_Count) 3 << 30) /* ints from one place to the next */
#define ROOM ((RANKS + 1) * FAR)  /* ints */

static int rank, size, next, before, *room;

static void messages(void) {
  MPI_Request request;
  MPI_Status status;
  MPI_Message message;
  MPI_Count count = -1;
  int three[] = {rank, rank + 1, rank + 2};
  MPI_Irecv_c(room, ROOM, MPI_INT, before, 1, MPI_COMM_WORLD, &request);
  MPI_Send_c(three, 3, MPI_INT, next, 1, MPI_COMM_WORLD);
  MPI_Wait(&request, &status);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == 3 && room[0] == before && room[2] == before + 2);
  MPI_Isend_c(three, 2, MPI_INT, next, 2, MPI_COMM_WORLD, &request);
  MPI_Mprobe(before, 2, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv_c(room + FAR, ROOM - FAR, MPI_INT, &message, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Get_count_c(&status, MPI_INT, &count);
  CHECK(count == 2 && room[FAR] == before && room[FAR + 1] == before + 1);

  /* Two ints, far from each other. */
  MPI_Datatype apart;
  MPI_Type_vector_c(2, 1, FAR, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  room[0] = 10 + rank;
  room[FAR] = 20 + rank;
  int got[2] = {-1, -1}, sent[] = {30 + rank, 40 + rank};
  MPI_Sendrecv_c(room, 1, apart, next, 3, got, 2, MPI_INT, before, 3, MPI_COMM_WORLD, &status);
  CHECK(got[0] == 10 + before && got[1] == 20 + before);
  MPI_Sendrecv_c(sent, 2, MPI_INT, next, 4, room, 1, apart, before, 4, MPI_COMM_WORLD, &status);
  CHECK(room[0] == 30 + before && room[FAR] == 40 + before);
  MPI_Sendrecv_replace_c(room, 1, apart, next, 5, before, 5, MPI_COMM_WORLD, &status);
  CHECK(room[0] == 30 + (before + size - 1) % size && room[FAR] == 40 + (before + size - 1) % size);
  MPI_Get_count_c(&status, apart, &count);
  CHECK(count == 1);

  char packed[100];
  MPI_Count position = 0;
  MPI_Pack_c(room, 1, apart, packed, sizeof packed, &position, MPI_COMM_WORLD);
  room[0] = room[FAR] = -1;
  position = 0;
  MPI_Unpack_c(packed, sizeof packed, &position, room, 1, apart, MPI_COMM_WORLD);
  CHECK(room[0] == 30 + (before + size - 1) % size && room[FAR] == 40 + (before + size - 1) % size);
  MPI_Type_free(&apart);
}

static void collectives(void) {
  MPI_Comm c = MPI_COMM_WORLD;
  MPI_Count counts[RANKS];
  MPI_Aint displs[RANKS], bytes[RANKS], near[RANKS], near_bytes[RANKS];
  MPI_Datatype types[RANKS];
  int mine[RANKS], value = -1;
  for (int i = 0; i < size; i++) {
    counts[i] = 1;
    displs[i] = i * FAR;
    bytes[i] = 4 * displs[i];
    types[i] = MPI_INT;
    room[displs[i]] = -1;
  }
  for (int i = 0; i < RANKS; i++) {
    mine[i] = rank * 100 + i;
    near[i] = i;
    near_bytes[i] = 4 * i;
  }
  MPI_Gatherv_c(&rank, 1, MPI_INT, room, counts, displs, MPI_INT, 0, c);
  for (int i = 0; i < size && rank == 0; i++) CHECK(room[displs[i]] == i);
  MPI_Scatterv_c(room, counts, displs, MPI_INT, &value, 1, MPI_INT, 0, c);
  CHECK(value == rank);
  MPI_Allgatherv_c(&mine[1], 1, MPI_INT, room, counts, displs, MPI_INT, c);
  for (int i = 0; i < size; i++) CHECK(room[displs[i]] == i * 100 + 1);
  MPI_Alltoallv_c(mine, counts, near, MPI_INT, room, counts, displs, MPI_INT, c);
  for (int i = 0; i < size; i++) CHECK(room[displs[i]] == i * 100 + rank);
  MPI_Alltoallv_c(room, counts, displs, MPI_INT, mine, counts, near, MPI_INT, c);
  for (int i = 0; i < size; i++) CHECK(mine[i] == rank * 100 + i);
  MPI_Alltoallw_c(mine, counts, near_bytes, types, room, counts, bytes, types, c);
  for (int i = 0; i < size; i++) CHECK(room[displs[i]] == i * 100 + rank);
  MPI_Request r;
  MPI_Iallgatherv_c(&rank, 1, MPI_INT, room, counts, displs, MPI_INT, c, &r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  for (int i = 0; i < size; i++) CHECK(room[displs[i]] == i);

  /* An int of each far element. */
  MPI_Datatype wide;
  MPI_Type_create_resized_c(MPI_INT, 0, 4 * FAR, &wide);
  MPI_Type_commit(&wide);
  MPI_Alltoall_c(mine, 1, MPI_INT, room, 1, wide, c);
  for (int i = 0; i < size; i++) CHECK(room[displs[i]] == i * 100 + rank);
  room[0] = room[FAR] = -1;
  if (rank == 0) room[0] = 5, room[FAR] = 6;
  MPI_Bcast_c(room, 2, wide, 0, c);
  CHECK(room[0] == 5 && room[FAR] == 6);
  MPI_Type_free(&wide);

  MPI_Comm ring;
  int sources[] = {before, before}, destinations[] = {next, next};
  MPI_Dist_graph_create_adjacent(c, 2, sources, MPI_UNWEIGHTED, 2, destinations, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                 &ring);
  MPI_Count one[] = {1, 1};
  MPI_Aint far[] = {FAR, 0};
  MPI_Neighbor_allgatherv_c(&rank, 1, MPI_INT, room, one, far, MPI_INT, ring);
  CHECK(room[0] == before && room[FAR] == before);
  MPI_Neighbor_alltoallv_c(mine, one, near, MPI_INT, room, one, far, MPI_INT, ring);
  CHECK(room[0] == before * 100 + 1 && room[FAR] == before * 100);
  MPI_Comm_free(&ring);
}

/* A buffer for sends, and a window. */
static void memory(void) {
  MPI_Count got = -1;
  void *back = NULL;
  int value = -1, small;
  MPI_Buffer_attach_c(room, 4 * ROOM);
  MPI_Bsend_c(&rank, 1, MPI_INT, next, 6, MPI_COMM_WORLD);
  MPI_Recv_c(&value, 1, MPI_INT, before, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Buffer_detach_c(&back, &got);
  CHECK(value == before && back == room && got == 4 * ROOM);

  MPI_Win win;
  MPI_Datatype apart;
  MPI_Type_create_hvector_c(2, 1, 4 * FAR, MPI_INT, &apart);
  MPI_Type_commit(&apart);
  MPI_Type_size(apart, &small);
  CHECK(small == 8);
  room[0] = room[FAR] = room[2 * FAR] = room[3 * FAR] = -1;
  int sent[] = {50 + rank, 60 + rank}, got_back[] = {-1, -1};
  MPI_Win_create_c(room, 4 * ROOM, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_fence(0, win);
  MPI_Put_c(&sent[1], 1, MPI_INT, next, FAR, 1, MPI_INT, win);
  MPI_Put_c(sent, 2, MPI_INT, next, 2 * FAR, 1, apart, win);
  MPI_Win_fence(0, win);
  CHECK(room[0] == -1 && room[FAR] == 60 + before && room[2 * FAR] == 50 + before && room[3 * FAR] == 60 + before);
  MPI_Get_c(got_back, 2, MPI_INT, next, 2 * FAR, 1, apart, win);
  MPI_Win_fence(0, win);
  CHECK(got_back[0] == sent[0] && got_back[1] == sent[1]);
  MPI_Win_free(&win);
  MPI_Type_free(&apart);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  CHECK_ERROR(MPI_Win_create_c(sent, sizeof sent, FAR, MPI_INFO_NULL, MPI_COMM_SELF, &win), MPI_ERR_DISP);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
}

int main(int argc, char **argv) {
  check_begin(&argc, &argv, &rank, &size);
  CHECK(size <= RANKS);
  next = (rank + 1) % size;
  before = (rank + size - 1) % size;
  room = mmap(NULL, 4 * ROOM, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  int has = room != MAP_FAILED, all;
  MPI_Allreduce(&has, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (all) {
    messages();
    collectives();
    memory();
  }
  if (has) munmap(room, 4 * ROOM);
  return check_end();
}
