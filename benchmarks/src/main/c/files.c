#define _GNU_SOURCE
#include "files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define STRIDED_BYTES (4 << 20) /* of a rank, in pieces */
#define EDGE 128                /* of the cube of doubles that ranks cut into blocks */
#define CELL 4                  /* points along the edge of a nested cell */
#define CELLS 8                 /* of a rank along each of the two edges of a plane */
#define PLANES 64
#define POINT 5 /* doubles at a point, as in NAS' BTIO */

/* What a rank sees of the file. */
enum shape { NOTHING, BYTES, CONTIGUOUS, STRIDED, BLOCK, NESTED };

struct file_loop {
  struct benchmark loop;
  enum shape shape;
};

/* ---- a rank's data, from the beginning of its view on ---- */

static void write_alone(struct point *p) {
  MPI_File_write_at(p->file, 0, p->send, p->count, p->number, MPI_STATUS_IGNORE);
}

static void read_alone(struct point *p) {
  MPI_File_read_at(p->file, 0, p->send, p->count, p->number, MPI_STATUS_IGNORE);
}

static void write_together(struct point *p) {
  MPI_File_write_at_all(p->file, 0, p->send, p->count, p->number, MPI_STATUS_IGNORE);
}

static void read_together(struct point *p) {
  MPI_File_read_at_all(p->file, 0, p->send, p->count, p->number, MPI_STATUS_IGNORE);
}

/* Of EXPOSED: only the beginning. */
static void begin_to_write(struct point *p) {
  MPI_File_iwrite_at_all(p->file, 0, p->send, p->count, p->number, &p->requests[0]);
}

/* ---- other calls ---- */

/* One iteration is WINDOW of them; then from the beginning again, so that the file stays small. */
static void append(struct point *p) {
  for (int i = 0; i < WINDOW; i++)
    MPI_File_write_shared(p->file, p->send, p->count, p->number, MPI_STATUS_IGNORE);
  MPI_File_seek_shared(p->file, 0, MPI_SEEK_SET);
}

static void open_and_close(struct point *p) {
  MPI_File again;
  MPI_File_open(MPI_COMM_WORLD, p->path, MPI_MODE_RDWR, MPI_INFO_NULL, &again);
  MPI_File_close(&again);
}

static const struct file_loop loops[] = {
    {{"file_write", TOGETHER, 0, write_alone}, CONTIGUOUS},
    {{"file_read", TOGETHER, 0, read_alone}, CONTIGUOUS},
    {{"file_write_all", CALL, 0, write_together}, CONTIGUOUS},
    {{"file_read_all", CALL, 0, read_together}, CONTIGUOUS},
    {{"file_strided_write", TOGETHER, 0, write_alone}, STRIDED},
    {{"file_strided_read", TOGETHER, 0, read_alone}, STRIDED},
    {{"file_strided_write_all", CALL, 0, write_together}, STRIDED},
    {{"file_strided_read_all", CALL, 0, read_together}, STRIDED},
    {{"file_block3d_write_all", CALL, 0, write_together}, BLOCK},
    {{"file_block3d_read_all", CALL, 0, read_together}, BLOCK},
    {{"file_nested_write_all", CALL, 0, write_together}, NESTED},
    {{"file_shared", TOGETHER, 0, append}, BYTES},
    {{"file_open", CALL, 0, open_and_close}, NOTHING},
    {{"file_overlap", EXPOSED, 0, begin_to_write}, CONTIGUOUS},
};

static const struct file_loop *find_loop(const char *name) {
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
    if (!strcmp(loops[i].loop.name, name)) return &loops[i];
  return NULL;
}

const struct benchmark *find_file_loop(const char *name) {
  const struct file_loop *found = find_loop(name);
  return found ? &found->loop : NULL;
}

/* ---- views ---- */

static void set_view(struct point *p, MPI_Offset disp, MPI_Datatype filetype) {
  MPI_File_set_view(p->file, disp, p->number, filetype, "native", MPI_INFO_NULL);
}

/* So many of them, one every stride bytes; takes the place of type. */
static MPI_Datatype spread(int count, MPI_Aint stride, MPI_Datatype type) {
  MPI_Datatype made;
  MPI_Type_create_hvector(count, 1, stride, type, &made);
  MPI_Type_free(&type);
  return made;
}

/* Pieces of all ranks in turn. */
static void see_strided(struct point *p, int piece) {
  MPI_Datatype one, mine;
  MPI_Type_contiguous(piece, MPI_BYTE, &one);
  MPI_Type_create_resized(one, 0, (MPI_Aint)piece * p->ranks, &mine);
  MPI_Type_commit(&mine);
  set_view(p, (MPI_Offset)piece * p->rank, mine);
  MPI_Type_free(&one);
  MPI_Type_free(&mine);
  p->count = STRIDED_BYTES;
}

/* A block of a cube of doubles; the first dimension, which is cut first, lies along the file. */
static void see_block(struct point *p) {
  int grid[3] = {0}, sizes[3], parts[3], begins[3], rest = p->rank;
  MPI_Datatype mine;
  MPI_Dims_create(p->ranks, 3, grid);
  p->count = 1;
  for (int d = 0; d < 3; d++) {
    int place = rest % grid[d];
    rest /= grid[d];
    sizes[d] = EDGE;
    begins[d] = EDGE * place / grid[d];
    parts[d] = EDGE * (place + 1) / grid[d] - begins[d];
    p->count *= parts[d];
  }
  MPI_Type_create_subarray(3, sizes, parts, begins, MPI_ORDER_FORTRAN, MPI_DOUBLE, &mine);
  MPI_Type_commit(&mine);
  set_view(p, 0, mine);
  MPI_Type_free(&mine);
}

/* Planes of cells that ranks have in turn in both directions. */
static void see_nested(struct point *p) {
  int grid[2] = {0};
  MPI_Datatype mine;
  MPI_Dims_create(p->ranks, 2, grid);
  MPI_Aint cell = CELL * POINT * sizeof(double);
  MPI_Aint line = cell * CELLS * grid[0], row = line * CELL, plane = row * CELLS * grid[1];
  MPI_Type_contiguous(CELL * POINT, MPI_DOUBLE, &mine);
  mine = spread(CELLS, cell * grid[0], mine);
  mine = spread(CELL, line, mine);
  mine = spread(CELLS, row * grid[1], mine);
  mine = spread(PLANES, plane, mine);
  MPI_Type_commit(&mine);
  set_view(p, cell * (p->rank % grid[0]) + row * (p->rank / grid[0]), mine);
  MPI_Type_free(&mine);
  p->count = CELL * CELL * CELLS * CELLS * PLANES * POINT;
}

/* ---- the file of a point ---- */

static void create_file(struct point *p) {
  const char *folder = getenv("TMPDIR");
  if (p->rank == 0) {
    snprintf(p->path, sizeof p->path, "%s/race-XXXXXX", folder ? folder : "/tmp");
    int fd = mkstemp(p->path);
    if (fd < 0) die(p->path);
    close(fd);
  }
  MPI_Bcast(p->path, sizeof p->path, MPI_CHAR, 0, MPI_COMM_WORLD);
}

void open_file(struct point *p, const char *name, int bytes) {
  const struct file_loop *l = find_loop(name);
  create_file(p);
  MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
  MPI_File_open(MPI_COMM_WORLD, p->path, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &p->file);
  p->count = p->bytes = bytes;
  p->number = l->shape == BLOCK || l->shape == NESTED ? MPI_DOUBLE : MPI_BYTE;
  switch (l->shape) {
    case CONTIGUOUS: set_view(p, (MPI_Offset)bytes * p->rank, MPI_BYTE); break;
    case STRIDED: see_strided(p, bytes); break;
    case BLOCK: see_block(p); break;
    case NESTED: see_nested(p); break;
    default: break;
  }
  size_t room = (size_t)p->count * (p->number == MPI_DOUBLE ? sizeof(double) : 1);
  p->send = pages(room);
  p->recv = NULL;
  memset(p->send, 1, room);
  if (l->shape > BYTES) write_together(p); /* then its pages are there */
}

void close_file(struct point *p) {
  if (p->file != MPI_FILE_NULL) MPI_File_close(&p->file);
}
