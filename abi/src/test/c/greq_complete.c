/* Generalized requests (section 13.2): the program says that an operation is done, from another
   thread too; wait, test and the calls for several requests ask it for the status. */
#include "check.h"
#include <pthread.h>
#include <time.h>

typedef struct {
  int queries, frees, cancels, was_complete, is_cancelled;
  MPI_Request request;
} Operation;

static int query(void *state, MPI_Status *status) {
  Operation *o = state;
  o->queries++;
  MPI_Status_set_elements(status, MPI_INT, 7);
  MPI_Status_set_cancelled(status, o->is_cancelled);
  status->MPI_SOURCE = 3;
  status->MPI_TAG = 4;
  return MPI_SUCCESS;
}

static int release(void *state) {
  ((Operation *) state)->frees++;
  return MPI_SUCCESS;
}

static int cancel(void *state, int complete) {
  Operation *o = state;
  o->cancels++;
  o->was_complete = complete;
  o->is_cancelled = !complete;
  return MPI_SUCCESS;
}

static void *later(void *state) {
  struct timespec tenth = {0, 100000000};
  nanosleep(&tenth, NULL);
  MPI_Grequest_complete(((Operation *) state)->request);
  return NULL;
}

static void begin(Operation *o) {
  memset(o, 0, sizeof *o);
  MPI_Grequest_start(query, release, cancel, o, &o->request);
}

int main(int argc, char **argv) {
  int rank, size, level, flag = -1, count = -1;
  check_begin(&argc, &argv, &rank, &size);
  MPI_Query_thread(&level);
  Operation o, p;
  MPI_Status s[2];

  begin(&o);
  MPI_Request copy = o.request;
  MPI_Test(&o.request, &flag, s);
  CHECK(!flag && o.request == copy && o.queries == 0);
  MPI_Grequest_complete(copy);
  MPI_Request_get_status(o.request, &flag, s);
  CHECK(flag && o.frees == 0);
  MPI_Test(&o.request, &flag, s);
  CHECK(flag && o.request == MPI_REQUEST_NULL && o.frees == 1);
  MPI_Get_count(s, MPI_INT, &count);
  CHECK(s->MPI_SOURCE == 3 && s->MPI_TAG == 4 && count == 7);
  MPI_Test_cancelled(s, &flag);
  CHECK(!flag);

  pthread_t thread;
  int has_threads = level == MPI_THREAD_MULTIPLE;
  begin(&o);
  if (has_threads)
    pthread_create(&thread, NULL, later, &o);
  else
    MPI_Grequest_complete(o.request);
  MPI_Request mine = o.request;
  MPI_Wait(&mine, MPI_STATUS_IGNORE); /* the program is asked even if nobody wants the status */
  CHECK(mine == MPI_REQUEST_NULL && o.queries == 1 && o.frees == 1);
  if (has_threads)
    pthread_join(thread, NULL);

  begin(&o);
  MPI_Cancel(&o.request);
  CHECK(o.cancels == 1 && !o.was_complete);
  MPI_Grequest_complete(o.request);
  begin(&p);
  MPI_Grequest_complete(p.request);
  MPI_Cancel(&p.request);
  CHECK(p.cancels == 1 && p.was_complete);
  MPI_Request both[2] = {o.request, p.request};
  MPI_Waitall(2, both, s);
  MPI_Test_cancelled(&s[0], &flag);
  CHECK(flag && o.frees == 1);
  MPI_Test_cancelled(&s[1], &flag);
  CHECK(!flag && p.frees == 1);
  return check_end();
}
