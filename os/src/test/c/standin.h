/* A stand-in for libcuda.so.1: the calls of the CUDA driver API that purempi makes, done by the
 * processor in memory of the host. For tests on machines without a GPU.
 *
 * What it is: strict. A device's address is one that the host cannot touch. Calls check that there
 * is a current context on their thread, and that handles and addresses are known. What is put into
 * a stream is done when somebody waits or has asked twice. Kernels are run from their PTX, by an
 * interpreter of those instructions that purempi's kernels use (ptx.c); one that touches what it
 * must not leaves the process without its devices, as with CUDA.
 *
 * What it is not: a GPU, a model of how fast one is, or a proof that a driver does the same. It was
 * written from public documentation, and never compared with a driver.
 *
 * Environment variables, for tests:
 *   STANDIN_DEVICES      how many there are (2)
 *   STANDIN_BYTES        memory of each (256 MiB)
 *   STANDIN_VERSION      of the driver (12040)
 *   STANDIN_INIT         the error that cuInit returns (0)
 *   STANDIN_REFUSE       a comma separated list: ptx (it compiles none), ipc (it shares nothing),
 *                        pitch (no two-dimensional copies), lookup (pointers without a context)
 */
#include <stddef.h>
#include <stdint.h>

enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  MAP_FAILED_HERE = 205,
  INVALID_PTX = 218,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  ALREADY_REGISTERED = 712,
  NOT_REGISTERED = 713,
  MISALIGNED = 716,
  NOT_SUPPORTED = 801
};

typedef struct {
  int device;
  int isPrimary;
} Context;

enum Kind { DEVICE, MANAGED, POOL, IMPORTED, PINNED, REGISTERED };

/* An allocation: where others see it, and where this library reaches it. */
typedef struct Block {
  enum Kind kind;
  uint64_t address;
  size_t bytes;
  char *hidden;
  Context *context;
  int file;
  int opens;
  uint64_t number;
  char handle[64];
  struct Block *next;
} Block;

/* ---- memory.c */

/* The block that holds all these bytes; null if there is none. */
Block *blockAt(uint64_t address, size_t bytes);

/* Where this library reaches memory that kernels of a context may touch; null if there is none. */
char *reach(Context *context, uint64_t address, size_t bytes);

/* ---- streams.c */

/* Does all that was put into streams. */
void finishAll(void);

/* ---- driver.c */

extern _Thread_local Context *current;

/* Whether STANDIN_REFUSE names it. */
int refuses(const char *what);
long setting(const char *name, long otherwise);

/* What is wrong before a call begins: not initialized, lost, or no current context. */
int obstacle(void);

/* The context of a device that all libraries of a process share. */
Context *primary(int device);

/* From now on, every call returns this error. */
void lose(int error);

/* How often something was done, and how much there is; standInCount tells tests. */
enum Counted {
  COPY_PINNED,
  COPY_PAGEABLE,
  COPY_PITCHED,
  COPY_DEVICE,
  COPY_PEER,
  KERNELS,
  BLOCKS,
  STREAMS,
  EVENTS,
  COUNTED
};
extern long counts[COUNTED];

void lock(void);
void unlock(int *locked);

/* One thread at a time, until the end of the block. */
#define ONE_AT_A_TIME int locked __attribute__((cleanup(unlock), unused)) = (lock(), 1)

/* Begins a call that needs a context. */
#define IN_CONTEXT                 \
  ONE_AT_A_TIME;                   \
  int wrong = obstacle();          \
  if (wrong) return wrong

/* ---- ptx.c */

typedef struct Kernel Kernel;

enum { WORDS = 16 };

/* The kernels of a text; null if there is something in it that is not known here. */
Kernel *parseKernels(const char *text);
Kernel *kernelNamed(Kernel *all, const char *name);
int wordsOf(const Kernel *kernel);

/* Runs one with grid and block of three dimensions each; an error of the memory that it touches. */
int runKernel(const Kernel *kernel, Context *context, const unsigned grid[3],
              const unsigned block[3], const uint64_t words[]);
