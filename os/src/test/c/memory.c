/* The stand-in's memory; see standin.h. */
#define _GNU_SOURCE
#include "standin.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static Block *blocks;
static uint64_t numbers;
static size_t used[8];

Block *blockAt(uint64_t address, size_t bytes) {
  for (Block *b = blocks; b; b = b->next) {
    uint64_t at = address - b->address;
    if (at < b->bytes && bytes <= b->bytes - at) return b;
  }
  return NULL;
}

static int isOnDevice(const Block *b) { return b->kind != PINNED && b->kind != REGISTERED; }

static int isUsable(const Block *b, const Context *context) {
  if (b->kind == POOL) return b->context->device == context->device;
  return b->context == context || !isOnDevice(b);
}

char *reach(Context *context, uint64_t address, size_t bytes) {
  Block *b = blockAt(address, bytes);
  return b && isUsable(b, context) ? b->hidden + (address - b->address) : NULL;
}

static Block *add(enum Kind kind, uint64_t address, char *hidden, size_t bytes, int file) {
  Block *b = calloc(1, sizeof *b);
  *b = (Block){.kind = kind, .address = address, .bytes = bytes, .hidden = hidden, .file = file};
  b->context = current;
  b->number = ++numbers;
  counts[BLOCKS]++;
  b->next = blocks;
  blocks = b;
  return b;
}

/* The addresses of memory of devices are never used again. */
static void forget(Block *b, int isHostMapped) {
  counts[BLOCKS]--;
  for (Block **at = &blocks; *at; at = &(*at)->next) {
    if (*at == b) {
      *at = b->next;
      break;
    }
  }
  if (isHostMapped) {
    munmap(b->hidden, b->bytes);
    mmap((void *)b->address, b->bytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    close(b->file);
  }
  free(b);
}

/* Maps a file twice: where this library reaches it, and where the host may be allowed to. */
static Block *addFile(enum Kind kind, int file, size_t bytes) {
  char *hidden = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  void *seen = kind == MANAGED
                   ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                   : mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (hidden == MAP_FAILED || seen == MAP_FAILED) return NULL;
  return add(kind, (uint64_t)seen, hidden, bytes, file);
}

static int allocate(enum Kind kind, uint64_t *address, size_t bytes) {
  IN_CONTEXT;
  if (!bytes) return INVALID_VALUE;
  size_t limit = (size_t)setting("STANDIN_BYTES", 256L << 20);
  if (bytes > limit - used[current->device]) return OUT_OF_MEMORY;
  int file = memfd_create("standin-cuda", MFD_CLOEXEC);
  if (file < 0 || ftruncate(file, (off_t)bytes)) return OUT_OF_MEMORY;
  Block *b = addFile(kind, file, bytes);
  if (!b) return OUT_OF_MEMORY;
  memset(b->hidden, 0xA5, bytes);
  used[current->device] += bytes;
  *address = b->address;
  return OK;
}

int cuMemAlloc_v2(uint64_t *address, size_t bytes) { return allocate(DEVICE, address, bytes); }

int cuMemAllocManaged(uint64_t *address, size_t bytes, unsigned flags) {
  return flags == 1 ? allocate(MANAGED, address, bytes) : INVALID_VALUE;
}

/* Tests get memory of a pool by it, which has no context and cannot be shared. */
int cuMemAllocAsync(uint64_t *address, size_t bytes, void *stream) {
  return stream ? NOT_SUPPORTED : allocate(POOL, address, bytes);
}

int cuMemFree_v2(uint64_t address) {
  IN_CONTEXT;
  Block *b = blockAt(address, 1);
  if (!b || b->address != address || !isOnDevice(b) || b->kind == IMPORTED) return INVALID_VALUE;
  finishAll();
  used[b->context->device] -= b->bytes;
  forget(b, 1);
  return OK;
}

int cuMemGetInfo_v2(size_t *left, size_t *total) {
  IN_CONTEXT;
  *total = (size_t)setting("STANDIN_BYTES", 256L << 20);
  *left = *total - used[current->device];
  return OK;
}

int cuMemAllocHost_v2(void **address, size_t bytes) {
  IN_CONTEXT;
  if (!bytes) return INVALID_VALUE;
  if (posix_memalign(address, 4096, bytes)) return OUT_OF_MEMORY;
  add(PINNED, (uint64_t)*address, *address, bytes, -1);
  return OK;
}

int cuMemFreeHost(void *address) {
  IN_CONTEXT;
  Block *b = blockAt((uint64_t)address, 1);
  if (!b || b->kind != PINNED || b->hidden != address) return INVALID_VALUE;
  finishAll();
  forget(b, 0);
  free(address);
  return OK;
}

int cuMemHostRegister_v2(void *address, size_t bytes, unsigned flags) {
  IN_CONTEXT;
  if (!address || !bytes || flags > 1) return INVALID_VALUE;
  for (Block *b = blocks; b; b = b->next) {
    uint64_t at = (uint64_t)address;
    if (at < b->address + b->bytes && b->address < at + bytes) return ALREADY_REGISTERED;
  }
  add(REGISTERED, (uint64_t)address, address, bytes, -1);
  return OK;
}

int cuMemHostUnregister(void *address) {
  IN_CONTEXT;
  Block *b = blockAt((uint64_t)address, 1);
  if (!b || b->kind != REGISTERED || b->hidden != address) return NOT_REGISTERED;
  finishAll();
  forget(b, 0);
  return OK;
}

/* ---- What is known of an address */

int cuPointerGetAttributes(unsigned count, const int *attributes, void **values, uint64_t address) {
  ONE_AT_A_TIME;
  int wrong = obstacle();
  if (wrong && (wrong != INVALID_CONTEXT || refuses("lookup"))) return wrong;
  const Block *b = blockAt(address, 1);
  for (unsigned i = 0; i < count; i++) {
    void *value = values[i];
    switch (attributes[i]) {
      case 1: /* the context */
        *(void **)value = b && b->kind != POOL ? b->context : NULL;
        break;
      case 2: /* the type: of the host, of a device */
        *(unsigned *)value = b ? 1 + isOnDevice(b) : 0;
        break;
      case 7: /* its number */
        *(uint64_t *)value = b ? b->number : 0;
        break;
      case 8: /* managed */
        *(unsigned *)value = b && b->kind == MANAGED;
        break;
      case 9: /* the device */
        *(int *)value = b ? b->context->device : -2;
        break;
      case 11: /* the start */
        *(uint64_t *)value = b ? b->address : 0;
        break;
      case 12: /* the length */
        *(size_t *)value = b ? b->bytes : 0;
        break;
      default:
        return INVALID_VALUE;
    }
  }
  return OK;
}

int cuMemGetAddressRange_v2(uint64_t *start, size_t *bytes, uint64_t address) {
  IN_CONTEXT;
  Block *b = blockAt(address, 1);
  if (!b || !isOnDevice(b)) return INVALID_VALUE;
  *start = b->address;
  *bytes = b->bytes;
  return OK;
}

/* ---- Between processes: the file of the memory, by way of /proc */

typedef struct {
  char reserved[64];
} Handle;

typedef struct {
  int process, file, device;
  size_t bytes;
  uint64_t number;
} Exported;

int cuIpcGetMemHandle(Handle *handle, uint64_t address) {
  IN_CONTEXT;
  if (refuses("ipc")) return NOT_SUPPORTED;
  Block *b = blockAt(address, 1);
  if (!b || b->kind != DEVICE || b->address != address) return INVALID_VALUE;
  Exported e = {getpid(), b->file, b->context->device, b->bytes, b->number};
  memset(handle, 0, sizeof *handle);
  memcpy(handle, &e, sizeof e);
  return OK;
}

int cuIpcOpenMemHandle_v2(uint64_t *address, Handle handle, unsigned flags) {
  IN_CONTEXT;
  Exported e;
  memcpy(&e, &handle, sizeof e);
  for (size_t i = sizeof e; i < sizeof handle; i++) {
    if (handle.reserved[i]) return INVALID_HANDLE;
  }
  if (flags != 1 || e.process <= 0) return INVALID_VALUE;
  if (e.process == getpid() || refuses("ipc")) return INVALID_CONTEXT;
  for (Block *b = blocks; b; b = b->next) {
    if (b->kind == IMPORTED && b->context == current && !memcmp(b->handle, &handle, 64)) {
      b->opens++;
      *address = b->address;
      return OK;
    }
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", e.process, e.file);
  int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) return MAP_FAILED_HERE;
  Block *b = addFile(IMPORTED, file, e.bytes);
  if (!b) return MAP_FAILED_HERE;
  memcpy(b->handle, &handle, 64);
  b->opens = 1;
  *address = b->address;
  return OK;
}

int cuIpcCloseMemHandle(uint64_t address) {
  IN_CONTEXT;
  Block *b = blockAt(address, 1);
  if (!b || b->kind != IMPORTED || b->address != address) return INVALID_VALUE;
  finishAll();
  if (!--b->opens) forget(b, 1);
  return OK;
}
