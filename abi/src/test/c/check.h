/*
 * What the conformance programs share. Each is a program of its own; -DSUITE makes them parts of one, which
 * begins and ends MPI once (suite.sh). Those that spawn stay apart.
 */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef SUITE
#define MPI_Init(argc, argv) ((void) (argc), (void) (argv))
#define MPI_Finalize() MPI_Barrier(MPI_COMM_WORLD)
#endif

#define CHECK(condition)                            \
  do {                                              \
    if (!(condition))                               \
      check_failed(__FILE__, __LINE__, #condition); \
  } while (0)

/* The call returns an error of this class. */
#define CHECK_ERROR(call, expected) check_error(__FILE__, __LINE__, #call, (call), (expected))

static inline int check_rank(void) {
  int rank = -1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static inline void check_failed(const char *file, int line, const char *text) {
  int rank = check_rank();
  fprintf(stderr, "%s:%d: rank %d: not true: %s\n", file, line, rank, text);
  fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline void check_error(const char *file, int line, const char *call, int code, int expected) {
  int found = -1;
  char text[MPI_MAX_ERROR_STRING + 200];
  if (code != MPI_SUCCESS) MPI_Error_class(code, &found);
  else found = MPI_SUCCESS;
  if (found != expected) {
    snprintf(text, sizeof text, "%s returns class %d, not %d", call, found, expected);
    check_failed(file, line, text);
  }
}

/* This process and how many there are. */
static inline void check_begin(int *argc, char ***argv, int *rank, int *size) {
  MPI_Init(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, rank);
  MPI_Comm_size(MPI_COMM_WORLD, size);
}

static inline int check_end(void) {
  MPI_Finalize();
  return 0;
}

#endif
