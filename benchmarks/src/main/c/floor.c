/*
 * The floor under every message: what two cores and their caches can do without any MPI.
 *
 *   floor MILLISECONDS BYTES...
 *
 * prints the one-way time of a cache line bounced between two pinned threads (microseconds); for each
 * size the speed of memcpy between two warm buffers (MB/s); and how long the blocks of the files in the
 * race take to be written to the beginning of a file whose pages are in memory, and read from there
 * (microseconds). Each is the best of its short runs:
 *
 *   cache_line_bounce 64 0.11
 *   memcpy 65536 32000
 *   pwrite 1048576 160
 *   pread 1048576 90
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#define CACHE_LINE 64
#define ROUNDS 1000 /* short, so that one undisturbed run is likely */
#define ALIGNMENT 4096
#define PATH 4096

static struct {
  _Alignas(2 * CACHE_LINE) atomic_int ping;
  _Alignas(2 * CACHE_LINE) atomic_int pong;
} lines;

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

static void relax(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

static void pin(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set); /* without it: as the system places us */
}

static void *partner(void *unused) {
  (void)unused;
  pin(1);
  for (int i = 1;; i++) {
    int seen;
    while ((seen = atomic_load_explicit(&lines.ping, memory_order_acquire)) != i)
      if (seen < 0) return NULL;
      else relax();
    atomic_store_explicit(&lines.pong, i, memory_order_release);
  }
}

static double bounce(double milliseconds) {
  double best = 1e9, end = now_us() + milliseconds * 1e3;
  int i = 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, partner, NULL)) exit(1);
  pin(0);
  do {
    double begin = now_us();
    for (int n = 0; n < ROUNDS; n++) {
      i++;
      atomic_store_explicit(&lines.ping, i, memory_order_release);
      while (atomic_load_explicit(&lines.pong, memory_order_acquire) != i) relax();
    }
    double time = (now_us() - begin) / ROUNDS / 2;
    if (time < best) best = time;
  } while (now_us() < end);
  atomic_store_explicit(&lines.ping, -1, memory_order_release);
  pthread_join(thread, NULL);
  return best;
}

static double copy(size_t bytes, double milliseconds) {
  size_t room = bytes < ALIGNMENT ? ALIGNMENT : (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  char *from = aligned_alloc(ALIGNMENT, room), *to = aligned_alloc(ALIGNMENT, room);
  double best = 0, end = now_us() + milliseconds * 1e3;
  long rounds = 1 + (long)((1 << 22) / bytes);
  if (!from || !to) exit(1);
  memset(from, 1, room);
  memset(to, 2, room);
  do {
    double begin = now_us();
    for (long n = 0; n < rounds; n++) {
      memcpy(to, from, bytes);
      __asm__ volatile("" ::"r"(to) : "memory"); /* keeps the compiler from dropping the copy */
    }
    double speed = (double)bytes * rounds / (now_us() - begin);
    if (speed > best) best = speed;
  } while (now_us() < end);
  free(from);
  free(to);
  return best;
}

static void die(const char *what) {
  perror(what);
  exit(1);
}

/* A file without a name. */
static int scratch(void) {
  char path[PATH];
  const char *folder = getenv("TMPDIR");
  snprintf(path, sizeof path, "%s/floor-XXXXXX", folder ? folder : "/tmp");
  int fd = mkstemp(path);
  if (fd < 0 || unlink(path)) die(path);
  return fd;
}

typedef ssize_t transfer(int fd, void *block, size_t bytes);

static ssize_t write_block(int fd, void *block, size_t bytes) {
  return pwrite(fd, block, bytes, 0);
}

static ssize_t read_block(int fd, void *block, size_t bytes) {
  return pread(fd, block, bytes, 0);
}

static double block_us(transfer *move, int fd, void *block, size_t bytes, double milliseconds) {
  double best = 1e9, end = now_us() + milliseconds * 1e3;
  long rounds = 1 + (long)((1 << 22) / bytes);
  do {
    double begin = now_us();
    for (long n = 0; n < rounds; n++)
      if (move(fd, block, bytes) != (ssize_t)bytes) die("a block of a file");
    double time = (now_us() - begin) / rounds;
    if (time < best) best = time;
  } while (now_us() < end);
  return best;
}

static void blocks(double milliseconds) {
  static const size_t sizes[] = {1 << 16, 1 << 20, 1 << 24};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    size_t bytes = sizes[i];
    int fd = scratch();
    void *block = aligned_alloc(ALIGNMENT, bytes);
    if (!block) exit(1);
    memset(block, 1, bytes);
    if (write_block(fd, block, bytes) != (ssize_t)bytes) die("a block of a file");
    printf("pwrite %zu %.5g\n", bytes, block_us(write_block, fd, block, bytes, milliseconds));
    printf("pread %zu %.5g\n", bytes, block_us(read_block, fd, block, bytes, milliseconds));
    free(block);
    close(fd);
  }
}

int main(int argc, char **argv) {
  if (argc < 2) {
    fprintf(stderr, "usage: floor MILLISECONDS BYTES...\n");
    return 2;
  }
  double milliseconds = atof(argv[1]);
  printf("cache_line_bounce %d %.4g\n", CACHE_LINE, bounce(milliseconds));
  for (int i = 2; i < argc; i++) {
    size_t bytes = (size_t)atol(argv[i]);
    printf("memcpy %zu %.5g\n", bytes, copy(bytes, milliseconds));
  }
  blocks(milliseconds);
  return 0;
}
