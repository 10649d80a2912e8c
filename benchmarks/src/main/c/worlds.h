/* Other worlds: the benchmarks of MPI's chapter 11. WorldLoops.java has the same. */
#ifndef WORLDS_H
#define WORLDS_H

#include "loops.h"

/* The benchmark of this name; NULL if no other world is in it. */
const struct benchmark *find_world_loop(const char *name);

/* The child or the port of that benchmark; collective. Buffers are there already. */
void open_world(struct point *p, const char *name);

/* Lets go of children, and closes the port, if there are any; collective. */
void close_world(struct point *p);

/* Ends this rank's children, if there are any. */
void let_go(struct point *p);

/* What a child does: says that it is there, sends back what its parent sends, and ends with a message of nothing. */
void serve_parent(MPI_Comm parent);

#endif
