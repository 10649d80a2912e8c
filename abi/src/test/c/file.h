/* Names for the files of a program, which all of its ranks know and nobody else uses. */
#ifndef FILE_H
#define FILE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILE_NAME_ROOM = 512 };

static inline void file_name(char *name, const char *what) {
  const char *folder = getenv("TMPDIR");
  int process = getpid();
  MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  snprintf(name, FILE_NAME_ROOM, "%s/purempi-%s-%d", folder == NULL ? "/tmp" : folder, what,
           process);
}

static inline MPI_File file_open(const char *name, int more_modes) {
  MPI_File fh;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | more_modes, MPI_INFO_NULL, &fh);
  return fh;
}

/* What one has written, the others see afterwards; nobody goes on before all are here. */
static inline void file_meet(MPI_File fh) {
  MPI_File_sync(fh);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_sync(fh);
}

/* As file_open, of a file for reading and writing that is gone when it is closed. */
static inline MPI_File file_open_scratch(const char *what) {
  char name[FILE_NAME_ROOM];
  file_name(name, what);
  return file_open(name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
}

#endif
