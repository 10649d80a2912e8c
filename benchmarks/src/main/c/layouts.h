/* The datatypes of the race: layouts that applications send, scaled to a message's size. */
#ifndef LAYOUTS_H
#define LAYOUTS_H

#include <mpi.h>
#include <stddef.h>

struct layout {
  const char *name;
  /* Makes one element of about so many bytes of data, and tells the bytes of memory it touches. */
  MPI_Datatype (*make)(int bytes, size_t *room);
};

/* NULL if there is no layout of this name. */
const struct layout *find_layout(const char *name);

#endif
