/* One-sided communication: the benchmarks over a window. WindowLoops.java has the same. */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "loops.h"

/* The benchmark of this name; NULL if no window is in it. */
const struct benchmark *find_window_loop(const char *name);

/* The window of that benchmark, and its epoch; collective. Buffers are there already. */
void open_window(struct point *p, const char *name);

/* Ends the epoch and frees the window, if there is one; collective. */
void close_window(struct point *p);

#endif
