/* The stand-in's streams, events, copies and launches; see standin.h. */
#include "standin.h"

#include <stdlib.h>
#include <string.h>

enum What { TO_HOST, FROM_HOST, COPY, PITCHED, RUN };

/* CUDA_MEMCPY2D, a side of it. */
typedef struct {
  size_t x, y;
  unsigned type;
  void *host;
  uint64_t device;
  void *array;
  size_t pitch;
} Side;

typedef struct {
  Side from, to;
  size_t width, height;
} Copy2D;

typedef struct Task {
  enum What what;
  Context *context;
  uint64_t to, from;
  size_t bytes;
  Copy2D pitched;
  const Kernel *kernel;
  unsigned grid[3], block[3];
  uint64_t words[WORDS];
  struct Task *next;
} Task;

typedef struct Stream {
  Context *context;
  Task *first, **end;
  long put, done;
  struct Stream *next;
} Stream;

typedef struct {
  Stream *stream;
  Context *context;
  long mark;
  int asked;
} Event;

static Stream *streams;

/* Says so once before it does what was put there: nothing on a device is done at once. */
enum { ASKED_IN_VAIN = 1 };

static int isStream(const Stream *stream) {
  for (Stream *s = streams; s; s = s->next) {
    if (s == stream) return 1;
  }
  return 0;
}

static Task *put(Stream *stream, enum What what) {
  Task *t = calloc(1, sizeof *t);
  t->what = what;
  t->context = stream->context;
  *stream->end = t;
  stream->end = &t->next;
  stream->put++;
  return t;
}

static void copyPitched(const Task *t) {
  const Copy2D *p = &t->pitched;
  for (size_t row = 0; row < p->height; row++) {
    char *to = reach(t->context, p->to.device + row * p->to.pitch, p->width);
    char *from = reach(t->context, p->from.device + row * p->from.pitch, p->width);
    if (!to || !from) return lose(ILLEGAL_ADDRESS);
    memmove(to, from, p->width);
  }
}

static void copyNow(const Task *t) {
  Block *to = t->what == TO_HOST ? NULL : blockAt(t->to, t->bytes);
  Block *from = t->what == FROM_HOST ? NULL : blockAt(t->from, t->bytes);
  char *target = to ? to->hidden + (t->to - to->address) : (char *)t->to;
  char *source = from ? from->hidden + (t->from - from->address) : (char *)t->from;
  memmove(target, source, t->bytes);
}

static void doNext(Stream *s) {
  Task *t = s->first;
  if (t->what == RUN) {
    int error = runKernel(t->kernel, t->context, t->grid, t->block, t->words);
    if (error) lose(error);
  } else if (t->what == PITCHED) {
    copyPitched(t);
  } else {
    copyNow(t);
  }
  s->first = t->next;
  if (!s->first) s->end = &s->first;
  s->done++;
  free(t);
}

static int doUpTo(Stream *s, long mark) {
  while (s->done < mark) doNext(s);
  return obstacle();
}

void finishAll(void) {
  for (Stream *s = streams; s; s = s->next) doUpTo(s, s->put);
}

/* Begins a call that puts something into a stream of the current context. */
#define IN_STREAM \
  IN_CONTEXT;     \
  if (!isStream(stream) || stream->context != current) return INVALID_HANDLE

int cuStreamCreate(Stream **made, unsigned flags) {
  IN_CONTEXT;
  if (flags > 1) return INVALID_VALUE;
  Stream *s = calloc(1, sizeof *s);
  s->context = current;
  s->end = &s->first;
  s->next = streams;
  streams = *made = s;
  counts[STREAMS]++;
  return OK;
}

int cuStreamSynchronize(Stream *stream) {
  IN_STREAM;
  return doUpTo(stream, stream->put);
}

int cuStreamDestroy_v2(Stream *stream) {
  IN_STREAM;
  doUpTo(stream, stream->put);
  for (Stream **at = &streams; *at; at = &(*at)->next) {
    if (*at == stream) {
      *at = stream->next;
      break;
    }
  }
  free(stream);
  counts[STREAMS]--;
  return OK;
}

int cuEventCreate(Event **event, unsigned flags) {
  IN_CONTEXT;
  if (flags & ~7u) return INVALID_VALUE;
  *event = calloc(1, sizeof **event);
  (*event)->context = current;
  counts[EVENTS]++;
  return OK;
}

int cuEventRecord(Event *event, Stream *stream) {
  IN_STREAM;
  if (event->context != current) return INVALID_HANDLE;
  event->stream = stream;
  event->mark = stream->put;
  event->asked = 0;
  return OK;
}

int cuEventSynchronize(Event *event) {
  IN_CONTEXT;
  return isStream(event->stream) ? doUpTo(event->stream, event->mark) : OK;
}

int cuEventQuery(Event *event) {
  IN_CONTEXT;
  if (!isStream(event->stream) || event->stream->done >= event->mark) return OK;
  if (event->asked++ < ASKED_IN_VAIN) return NOT_READY;
  return doUpTo(event->stream, event->mark);
}

int cuEventDestroy_v2(Event *event) {
  IN_CONTEXT;
  free(event);
  counts[EVENTS]--;
  return OK;
}

/* ---- Copies */

static int copyLater(Stream *s, enum What what, uint64_t to, uint64_t from, size_t bytes) {
  Task *t = put(s, what);
  t->to = to;
  t->from = from;
  t->bytes = bytes;
  return OK;
}

static int isDevices(Context *context, uint64_t address, size_t bytes) {
  Block *b = blockAt(address, bytes);
  return b && b->kind != PINNED && b->kind != REGISTERED && reach(context, address, bytes);
}

static void countHost(uint64_t address, size_t bytes) {
  counts[blockAt(address, bytes) ? COPY_PINNED : COPY_PAGEABLE]++;
}

int cuMemcpyDtoHAsync_v2(void *to, uint64_t from, size_t bytes, Stream *stream) {
  IN_STREAM;
  if (!isDevices(current, from, bytes)) return INVALID_VALUE;
  countHost((uint64_t)to, bytes);
  return copyLater(stream, TO_HOST, (uint64_t)to, from, bytes);
}

int cuMemcpyHtoDAsync_v2(uint64_t to, const void *from, size_t bytes, Stream *stream) {
  IN_STREAM;
  if (!isDevices(current, to, bytes)) return INVALID_VALUE;
  countHost((uint64_t)from, bytes);
  return copyLater(stream, FROM_HOST, to, (uint64_t)from, bytes);
}

int cuMemcpyDtoDAsync_v2(uint64_t to, uint64_t from, size_t bytes, Stream *stream) {
  IN_STREAM;
  if (!isDevices(current, to, bytes) || !isDevices(current, from, bytes)) return INVALID_VALUE;
  counts[COPY_DEVICE]++;
  return copyLater(stream, COPY, to, from, bytes);
}

int cuMemcpyPeerAsync(uint64_t to, Context *toContext, uint64_t from, Context *fromContext,
                      size_t bytes, Stream *stream) {
  IN_STREAM;
  if (!toContext || !fromContext) return INVALID_CONTEXT;
  if (!isDevices(toContext, to, bytes) || !isDevices(fromContext, from, bytes)) {
    return INVALID_VALUE;
  }
  counts[COPY_PEER]++;
  return copyLater(stream, COPY, to, from, bytes);
}

static int isWrong(const Side *side, const Copy2D *all) {
  size_t bytes = (all->height - 1) * side->pitch + all->width;
  return side->type != 2 || side->x || side->y || side->pitch < all->width ||
         !isDevices(current, side->device, bytes);
}

int cuMemcpy2DAsync_v2(const Copy2D *copy, Stream *stream) {
  IN_STREAM;
  if (refuses("pitch") || !copy->width || !copy->height) return INVALID_VALUE;
  if (isWrong(&copy->from, copy) || isWrong(&copy->to, copy)) return INVALID_VALUE;
  counts[COPY_PITCHED]++;
  put(stream, PITCHED)->pitched = *copy;
  return OK;
}

/* ---- Kernels */

int cuModuleLoadData(Kernel **module, const char *text) {
  IN_CONTEXT;
  *module = refuses("ptx") ? NULL : parseKernels(text);
  return *module ? OK : INVALID_PTX;
}

int cuModuleGetFunction(const Kernel **function, Kernel *module, const char *name) {
  IN_CONTEXT;
  *function = kernelNamed(module, name);
  return *function ? OK : NOT_FOUND;
}

int cuLaunchKernel(const Kernel *kernel, unsigned gridX, unsigned gridY, unsigned gridZ,
                   unsigned blockX, unsigned blockY, unsigned blockZ, unsigned shared,
                   Stream *stream, void **words, void **extra) {
  IN_STREAM;
  if (!gridX || !gridY || !gridZ || gridX > 0x7fffffff || gridY > 65535 || gridZ > 65535 ||
      !blockX || !blockY || !blockZ || blockZ > 64 ||
      (uint64_t)blockX * blockY * blockZ > 1024 || shared || extra) {
    return INVALID_VALUE;
  }
  counts[KERNELS]++;
  Task *t = put(stream, RUN);
  t->kernel = kernel;
  memcpy(t->grid, (unsigned[]){gridX, gridY, gridZ}, sizeof t->grid);
  memcpy(t->block, (unsigned[]){blockX, blockY, blockZ}, sizeof t->block);
  for (int i = 0; i < wordsOf(kernel); i++) t->words[i] = *(uint64_t *)words[i];
  return OK;
}
