/* Files: the benchmarks of MPI's chapter 14. FileLoops.java has the same. */
#ifndef FILES_H
#define FILES_H

#include "loops.h"

/* The benchmark of this name; NULL if no file is in it. */
const struct benchmark *find_file_loop(const char *name);

/* The file of that benchmark, this rank's view of it and what it writes there; collective. */
void open_file(struct point *p, const char *name, int bytes);

/* Closes and deletes the file, if there is one; collective. */
void close_file(struct point *p);

#endif
