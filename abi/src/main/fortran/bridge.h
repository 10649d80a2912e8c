/*
 * What the files of Fortran's library share. Its entries are compiled twice: as mpi_x_, which call MPI_X, and
 * with -DPROFILING as pmpi_x_, which call PMPI_X. So a profiling library in C sees the calls from Fortran, and
 * one in Fortran calls MPI past itself. The names and the way of passing are those of gfortran.
 */
#ifndef PUREMPI_BRIDGE_H
#define PUREMPI_BRIDGE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

/* Where the program has called the entry that this thread is in (start.c has it, and tells it of errors). */
extern __thread void *purempi_fortran_caller __attribute__((tls_model("initial-exec")));

#ifdef PROFILING
#define ENTRY(returns, name, parameters) returns p##name##_ parameters
#define CALL(name) (purempi_fortran_caller = __builtin_return_address(0), P##name)
#else
#define ENTRY(returns, name, parameters)            \
  __attribute__((weak)) returns name##_ parameters; \
  returns name##_ parameters
#define CALL(name) (purempi_fortran_caller = __builtin_return_address(0), name)
#endif

/* In mpi_f08 the last argument may be left out: then it is NULL. */
#define END \
  if (ierror != NULL) *ierror = code

/* Fortran's procedures, whatever they take. */
typedef void procedure(void);

/* Handles of ours fit 31 bits, and handles in Fortran are those numbers (local.c). */
#define HANDLE(type, integer) ((type) (intptr_t) *(integer))
#define INTEGER(handle) ((int) (intptr_t) (handle))

/* Variables of Fortran that stand for something by their address (common blocks of mpif.h and the modules). */
extern struct purempi_marks {
  int bottom, in_place, buffer_automatic, unweighted, weights_empty, errcodes_ignore;
} purempi_marks_;
extern struct purempi_statuses {
  MPI_Status one, several;
} purempi_statuses_;
extern struct purempi_words {
  char argv, argvs;
} purempi_words_;

extern void *const purempi_mark[];

#define IS_IN(pointer, marks) ((uintptr_t) (pointer) - (uintptr_t) &(marks) < sizeof(marks))

static inline void *purempi_buffer(void *p) {
  return __builtin_expect(IS_IN(p, purempi_marks_), 0)
             ? purempi_mark[(int *) p - (int *) &purempi_marks_]
             : p;
}

static inline MPI_Status *purempi_status(MPI_Status *p) {
  return IS_IN(p, purempi_statuses_) ? NULL : p;
}

#pragma GCC visibility push(hidden)

/* A text without the blanks at its end, or at both ends; to be freed. */
char *purempi_text(const char *text, size_t length, int both);

/* Gives Fortran a text, with blanks at its end. */
void purempi_pad(char *text, size_t length, const char *from);

/* An array of handles, in the room given if that is enough. */
enum { ROOM = 16 };
void **purempi_handles(const int *integers, long count, void **room);
void purempi_release(void **handles, void **room);
/* The same, which gives Fortran the handles first. */
void purempi_integers(int *integers, long count, void **handles, void **room);

/* How many a communicator sends to or receives from, in a collective call or in one among neighbours. */
long purempi_peers(MPI_Comm comm);
long purempi_neighbors(MPI_Comm comm, int isSending);

/* Tells the library what gfortran's types are, once MPI has begun. */
void purempi_fortran_begin(void);

#pragma GCC visibility pop

#endif
