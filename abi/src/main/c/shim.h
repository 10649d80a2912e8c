/* What the C files of the library share. */
#ifndef PUREMPI_SHIM_H
#define PUREMPI_SHIM_H

#include <mpi.h>
#include <stddef.h>

/* Java's entry of each function, or null: it is made at the first call. */
extern void *purempi_entries[];

void *purempi_entry(int function);

/* Where the program has called the function that this thread is in. */
extern __thread void *purempi_caller __attribute__((tls_model("initial-exec")));

#define PUREMPI_ENTRY(function)                                                              \
  (purempi_caller = __builtin_return_address(0),                                             \
   __builtin_expect(__atomic_load_n(&purempi_entries[function], __ATOMIC_ACQUIRE) != NULL, 1) \
       ? purempi_entries[function]                                                            \
       : purempi_entry(function))

/* Defines an MPI function that needs no Java; the name with MPI_ is a weak alias of the one with PMPI_. */
#define PUREMPI_LOCAL(returns, name, parameters)                                 \
  returns MPI_##name parameters __attribute__((weak, alias("PMPI_" #name)));     \
  returns PMPI_##name parameters

/* What Java calls and reads here, by place. */
struct purempi_helpers {
  /* Combines count elements: inout = in op inout; returns 0 if it knows no such kind and operation. */
  int (*reduce)(int kind, int operation, const void *in, void *inout, long count);
  /* Calls an error handler, which takes any number of arguments. */
  void (*raise)(void *handler, void *handle, int *code);
  /* Ends the process at once. */
  void (*leave)(int code);
  /* Names where the program has called this thread's MPI function: "function (program+0x12)". */
  int (*where)(char *text, int length);
  /* 0 before MPI_Init, 1 between, 2 after MPI_Finalize. */
  int *state;
  /* Whether the process has loaded a library of this name. */
  int (*loaded)(const char *library);
};

int purempi_reduce(int kind, int operation, const void *in, void *inout, long count);

extern int purempi_state;

#endif
