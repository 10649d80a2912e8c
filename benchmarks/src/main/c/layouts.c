/*
 * Layouts that applications send, named as in the literature: T. Schneider, R. Gerstenberger, T. Hoefler,
 * "Micro-applications for communication data access patterns and MPI datatypes", EuroMPI 2012. Shapes and
 * code are ours; org.purempi.benchmarks.Layouts is the Java twin, line by line.
 *
 *   wrf_x wrf_y        halo of five float fields of a weather model: struct of subarrays
 *   milc_zd            face of a lattice of su3 vectors (24 bytes): vector of vectors
 *   nas_lu_y           face of 5 doubles a point: vector
 *   nas_mg_x           face across the rows of a cube, a double each: vector of vectors
 *   nas_mg_y nas_mg_z  face of whole rows, far apart or nearly touching: vector
 *   lammps_x           positions of some atoms, 3 doubles each: indexed
 *   lammps_full        positions, charges and four numbers of some atoms: struct of indexed
 *   specfem3d_oc       points of a mesh, a float each: indexed
 *   specfem3d_cm       points of two meshes, 3 floats each: struct of indexed
 *   fft2               transposed block of a complex matrix: contiguous of vectors
 */
#include "layouts.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HALO 3
#define LEVELS 8
#define FIELDS 4      /* of three dimensions; one more has two */
#define ROW 32        /* floats, without the halo */
#define LONGEST_ROW 64
#define PLANES 8
#define SITES 12      /* su3 vectors in a row of the lattice */
#define SU3_FLOATS 6
#define POINT 5       /* doubles */
#define ATOM_BYTES 48
#define GAP 7

static int at_least(int least, int value) { return value < least ? least : value; }

static int root(int square) {
  int r = 1;
  while ((r + 1) * (r + 1) <= square) r++;
  return r;
}

static MPI_Datatype commit(MPI_Datatype type) {
  MPI_Type_commit(&type);
  return type;
}

/* ---- struct of subarrays ---- */

/* A halo of five fields, [planes][levels][row] floats and one without levels, one after the other. */
static MPI_Datatype fields(int planes, int levels, int row, int sub_planes, int sub_row, size_t *room) {
  int sizes[] = {planes, levels, row}, subsizes[] = {sub_planes, levels, sub_row}, starts[] = {0, 0, 1};
  int flat[] = {planes, row}, sub_flat[] = {sub_planes, sub_row}, flat_starts[] = {0, 1};
  MPI_Datatype types[FIELDS + 1], all;
  MPI_Aint displacements[FIELDS + 1], field = (MPI_Aint)planes * levels * row * sizeof(float);
  int lengths[FIELDS + 1];
  for (int i = 0; i <= FIELDS; i++) {
    displacements[i] = i * field;
    lengths[i] = 1;
    if (i < FIELDS)
      MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_FLOAT, &types[i]);
    else
      MPI_Type_create_subarray(2, flat, sub_flat, flat_starts, MPI_ORDER_C, MPI_FLOAT, &types[i]);
  }
  MPI_Type_create_struct(FIELDS + 1, lengths, displacements, types, &all);
  for (int i = 0; i <= FIELDS; i++) MPI_Type_free(&types[i]);
  *room = FIELDS * field + (size_t)planes * row * sizeof(float);
  return commit(all);
}

static MPI_Datatype wrf_x(int bytes, size_t *room) {
  int planes = at_least(1, bytes / ((FIELDS * LEVELS + 1) * HALO * (int)sizeof(float)));
  return fields(planes, LEVELS, ROW + 2 * HALO, planes, HALO, room);
}

static MPI_Datatype wrf_y(int bytes, size_t *room) {
  int floats = bytes / (int)sizeof(float) / HALO;
  int row = at_least(3, floats / (FIELDS * LEVELS + 1));
  if (row > LONGEST_ROW) row = LONGEST_ROW;
  int levels = at_least(1, (floats / row - 1) / FIELDS);
  return fields(PLANES, levels, row + 2 * HALO, HALO, row, room);
}

/* ---- vectors ---- */

static MPI_Datatype milc_zd(int bytes, size_t *room) {
  int site = SU3_FLOATS * (int)sizeof(float), rows = at_least(1, bytes / (SITES * site));
  MPI_Aint stride = 4 * SITES * site;
  MPI_Datatype su3, row, face;
  MPI_Type_contiguous(SU3_FLOATS, MPI_FLOAT, &su3);
  MPI_Type_vector(SITES, 1, 2, su3, &row);
  MPI_Type_create_hvector(rows, 1, stride, row, &face);
  MPI_Type_free(&su3);
  MPI_Type_free(&row);
  *room = rows * stride;
  return commit(face);
}

static MPI_Datatype nas_lu_y(int bytes, size_t *room) {
  int points = at_least(1, bytes / (POINT * (int)sizeof(double)));
  MPI_Datatype face;
  MPI_Type_vector(points, POINT, PLANES * POINT, MPI_DOUBLE, &face);
  *room = (size_t)points * PLANES * POINT * sizeof(double);
  return commit(face);
}

static MPI_Datatype nas_mg_x(int bytes, size_t *room) {
  int n = root(bytes / (int)sizeof(double)), row = PLANES + 2;
  MPI_Aint plane = (MPI_Aint)(n + 2) * row * sizeof(double);
  MPI_Datatype line, face;
  MPI_Type_vector(n, 1, row, MPI_DOUBLE, &line);
  MPI_Type_create_hvector(n, 1, plane, line, &face);
  MPI_Type_free(&line);
  *room = n * plane;
  return commit(face);
}

static MPI_Datatype nas_mg_y(int bytes, size_t *room) {
  int n = root(bytes / (int)sizeof(double));
  MPI_Datatype face;
  MPI_Type_vector(n, n, PLANES * (n + 2), MPI_DOUBLE, &face);
  *room = (size_t)n * PLANES * (n + 2) * sizeof(double);
  return commit(face);
}

static MPI_Datatype nas_mg_z(int bytes, size_t *room) {
  int n = root(bytes / (int)sizeof(double));
  MPI_Datatype face;
  MPI_Type_vector(n, n, n + 2, MPI_DOUBLE, &face);
  *room = (size_t)n * (n + 2) * sizeof(double);
  return commit(face);
}

/* ---- indexed ---- */

/* Ascending, with gaps that are not equal; a linear congruential generator that the twin has, too. */
static int *places(int count) {
  int *places = malloc(count * sizeof(int));
  uint32_t seed = 1;
  int at = 0;
  for (int i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    at += 1 + (int)((seed >> 16) % GAP);
    places[i] = at;
  }
  return places;
}

/* Some of a row of items of `length` numbers each. */
static MPI_Datatype some(const int *places, int count, int length, MPI_Datatype number) {
  int *scaled = malloc(count * sizeof(int));
  MPI_Datatype type;
  for (int i = 0; i < count; i++) scaled[i] = places[i] * length;
  MPI_Type_create_indexed_block(count, length, scaled, number, &type);
  free(scaled);
  return type;
}

static MPI_Datatype lammps_x(int bytes, size_t *room) {
  int atoms = at_least(1, bytes / (3 * (int)sizeof(double)));
  int *chosen = places(atoms);
  MPI_Datatype type = some(chosen, atoms, 3, MPI_DOUBLE);
  *room = (chosen[atoms - 1] + 1) * 3 * sizeof(double);
  free(chosen);
  return commit(type);
}

static MPI_Datatype lammps_full(int bytes, size_t *room) {
  int atoms = at_least(1, bytes / ATOM_BYTES), *chosen = places(atoms);
  MPI_Aint all = chosen[atoms - 1] + 1 + (chosen[atoms - 1] + 1) % 2;
  MPI_Datatype type, types[] = {
    some(chosen, atoms, 3, MPI_DOUBLE), some(chosen, atoms, 1, MPI_DOUBLE),
    some(chosen, atoms, 1, MPI_INT), some(chosen, atoms, 1, MPI_INT),
    some(chosen, atoms, 1, MPI_INT), some(chosen, atoms, 1, MPI_INT),
  };
  int lengths[] = {1, 1, 1, 1, 1, 1};
  MPI_Aint displacements[] = {0, 24 * all, 32 * all, 36 * all, 40 * all, 44 * all};
  MPI_Type_create_struct(6, lengths, displacements, types, &type);
  for (int i = 0; i < 6; i++) MPI_Type_free(&types[i]);
  *room = ATOM_BYTES * all;
  free(chosen);
  return commit(type);
}

static MPI_Datatype specfem3d_oc(int bytes, size_t *room) {
  int points = at_least(1, bytes / (int)sizeof(float)), *chosen = places(points);
  MPI_Datatype type = some(chosen, points, 1, MPI_FLOAT);
  *room = (chosen[points - 1] + 1) * sizeof(float);
  free(chosen);
  return commit(type);
}

static MPI_Datatype specfem3d_cm(int bytes, size_t *room) {
  int points = at_least(2, bytes / (3 * (int)sizeof(float))), inner = points / 4, outer = points - inner;
  int *chosen = places(outer), lengths[] = {1, 1};
  MPI_Aint displacements[] = {0, (chosen[outer - 1] + 1) * 3 * (MPI_Aint)sizeof(float)};
  MPI_Datatype type, types[] = {some(chosen, outer, 3, MPI_FLOAT), some(chosen, inner, 3, MPI_FLOAT)};
  MPI_Type_create_struct(2, lengths, displacements, types, &type);
  for (int i = 0; i < 2; i++) MPI_Type_free(&types[i]);
  *room = 2 * displacements[1];
  free(chosen);
  return commit(type);
}

/* ---- transposed ---- */

static MPI_Datatype fft2(int bytes, size_t *room) {
  int complex = 2 * (int)sizeof(double), n = root(bytes / complex);
  MPI_Datatype column, next, block;
  MPI_Type_vector(n, 1, 2 * n, MPI_C_DOUBLE_COMPLEX, &column);
  MPI_Type_create_resized(column, 0, complex, &next);
  MPI_Type_contiguous(n, next, &block);
  MPI_Type_free(&column);
  MPI_Type_free(&next);
  *room = (size_t)n * 2 * n * complex;
  return commit(block);
}

static const struct layout layouts[] = {
    {"wrf_x", wrf_x},
    {"wrf_y", wrf_y},
    {"milc_zd", milc_zd},
    {"nas_lu_y", nas_lu_y},
    {"nas_mg_x", nas_mg_x},
    {"nas_mg_y", nas_mg_y},
    {"nas_mg_z", nas_mg_z},
    {"lammps_x", lammps_x},
    {"lammps_full", lammps_full},
    {"specfem3d_oc", specfem3d_oc},
    {"specfem3d_cm", specfem3d_cm},
    {"fft2", fft2},
};

const struct layout *find_layout(const char *name) {
  for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++)
    if (!strcmp(layouts[i].name, name)) return &layouts[i];
  return NULL;
}
