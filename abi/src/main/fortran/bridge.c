/* What the entries of Fortran's library need, and the procedures that the Standard gives programs to pass on. */
#include "bridge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without values: the linker lets a program's own common block of this name take their place. */
struct purempi_marks purempi_marks_;
struct purempi_statuses purempi_statuses_;
struct purempi_words purempi_words_;

void *const purempi_mark[] = {
    MPI_BOTTOM,     MPI_IN_PLACE,      MPI_BUFFER_AUTOMATIC,
    MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY, MPI_ERRCODES_IGNORE,
};

static void *room_for(size_t bytes) {
  void *room = malloc(bytes);
  if (room == NULL) {
    fputs("purempi: no memory left\n", stderr);
    abort();
  }
  return room;
}

char *purempi_text(const char *text, size_t length, int both) {
  while (length > 0 && text[length - 1] == ' ') length--;
  while (both && length > 0 && *text == ' ') text++, length--;
  char *copy = room_for(length + 1);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

void purempi_pad(char *text, size_t length, const char *from) {
  size_t given = strlen(from);
  if (given > length) given = length;
  memcpy(text, from, given);
  memset(text + given, ' ', length - given);
}

void **purempi_handles(const int *integers, long count, void **room) {
  void **handles = count > ROOM ? room_for(sizeof *handles * (size_t) count) : room;
  for (long i = 0; i < count; i++) handles[i] = HANDLE(void *, integers + i);
  return handles;
}

void purempi_release(void **handles, void **room) {
  if (handles != room) free(handles);
}

void purempi_integers(int *integers, long count, void **handles, void **room) {
  for (long i = 0; i < count; i++) integers[i] = INTEGER(handles[i]);
  purempi_release(handles, room);
}

long purempi_peers(MPI_Comm comm) {
  int isInter = 0, size = 0;
  PMPI_Comm_test_inter(comm, &isInter);
  if (isInter) PMPI_Comm_remote_size(comm, &size);
  else PMPI_Comm_size(comm, &size);
  return size;
}

long purempi_neighbors(MPI_Comm comm, int isSending) {
  int kind = MPI_UNDEFINED, count = 0, other, rank;
  PMPI_Topo_test(comm, &kind);
  switch (kind) {
    case MPI_CART:
      PMPI_Cartdim_get(comm, &count);
      return 2L * count;
    case MPI_GRAPH:
      PMPI_Comm_rank(comm, &rank);
      PMPI_Graph_neighbors_count(comm, rank, &count);
      return count;
    case MPI_DIST_GRAPH:
      if (isSending) PMPI_Dist_graph_neighbors_count(comm, &other, &count, &rank);
      else PMPI_Dist_graph_neighbors_count(comm, &count, &other, &rank);
      return count;
    default:
      return 0; /* the call itself will say that there are none */
  }
}

static void set_info(void) {
  static const char *const facts[] = {
      "logical_size", "4", "integer_size", "4", "real_size", "4", "double_precision_size", "8",
  };
  static const char *const supported[] = {
      "logical1", "logical2",  "logical4",  "logical8",       "integer1", "integer2", "integer4", "integer8",
      "real4",    "real8",     "real16",    "complex8",       "complex16", "complex32",
      "double_complex",
  };
  static const char *const missing[] = {"logical16", "integer16", "real2", "complex4"};
  char key[MPI_MAX_INFO_KEY];
  MPI_Info info;
  PMPI_Info_create(&info);
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i += 2) {
    snprintf(key, sizeof key, "mpi_%s", facts[i]);
    PMPI_Info_set(info, key, facts[i + 1]);
  }
  for (size_t i = 0; i < sizeof supported / sizeof *supported; i++) {
    snprintf(key, sizeof key, "mpi_%s_supported", supported[i]);
    PMPI_Info_set(info, key, "true");
  }
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) {
    snprintf(key, sizeof key, "mpi_%s_supported", missing[i]);
    PMPI_Info_set(info, key, "false");
  }
  PMPI_Abi_set_fortran_info(info);
  PMPI_Info_free(&info);
}

void purempi_fortran_begin(void) {
  static int isDone; /* one thread begins MPI */
  if (isDone) return;
  isDone = 1;
  int whenTrue = 1, whenFalse = 0, isSet = 0;
  PMPI_Abi_get_fortran_booleans(sizeof whenTrue, &whenTrue, &whenFalse, &isSet);
  if (!isSet) PMPI_Abi_set_fortran_booleans(sizeof whenTrue, &whenTrue, &whenFalse);
  MPI_Info info = MPI_INFO_NULL;
  PMPI_Abi_get_fortran_info(&info);
  if (info == MPI_INFO_NULL) set_info();
  else PMPI_Info_free(&info);
}

/* In Fortran these are procedures, which a program may call, too (section 7.7). */
#define ATTRIBUTE_FUNCTIONS(kind, integer)                                                                \
  void mpi_##kind##null_copy_fn_(int *holder, int *keyval, integer *state, integer *in, integer *out,     \
                                 int *flag, int *ierror) {                                                \
    (void) holder, (void) keyval, (void) state, (void) in, (void) out;                                    \
    *flag = 0;                                                                                            \
    *ierror = MPI_SUCCESS;                                                                                \
  }                                                                                                       \
  void mpi_##kind##dup_fn_(int *holder, int *keyval, integer *state, integer *in, integer *out, int *flag, \
                           int *ierror) {                                                                 \
    (void) holder, (void) keyval, (void) state;                                                           \
    *out = *in;                                                                                           \
    *flag = 1;                                                                                            \
    *ierror = MPI_SUCCESS;                                                                                \
  }                                                                                                       \
  void mpi_##kind##null_delete_fn_(int *holder, int *keyval, integer *value, integer *state, int *ierror) { \
    (void) holder, (void) keyval, (void) value, (void) state;                                             \
    *ierror = MPI_SUCCESS;                                                                                \
  }

ATTRIBUTE_FUNCTIONS(, int)
ATTRIBUTE_FUNCTIONS(comm_, MPI_Aint)
ATTRIBUTE_FUNCTIONS(type_, MPI_Aint)
ATTRIBUTE_FUNCTIONS(win_, MPI_Aint)

/* Stand for no conversion by their addresses; nobody calls them. */
void mpi_conversion_fn_null_(void) {}
void mpi_conversion_fn_null_c_(void) {}
