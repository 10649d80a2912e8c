/*
 * The C runner of the race: the same loops as org.purempi.benchmarks.Race, built once against each C MPI.
 *
 *   race PORT
 *
 * Every rank opens one connection to 127.0.0.1:PORT, where the driver listens, says who it is, and then
 * sleeps in read() until it is told to run a point. So all contestants stay alive side by side, and only
 * one of them uses the processors at any moment:
 *
 *   rank -> driver   hello RANK SIZE PID CPUS         CPUS: where this rank may run, e.g. 0-1
 *   driver -> rank   NAME BYTES WARM_US SAMPLE_US SAMPLES
 *   rank -> driver   result V1 V2 ...  (rank 0)   or   done  (the others)
 *   driver -> rank   quit
 *
 * A point is bounded in time: rank 0 looks at the clock, broadcasts how many iterations come next, and
 * ends with a zero. Its samples are microseconds for one operation, or bytes or messages per microsecond
 * (that is MB/s and million messages per second), or milliseconds for a spawn. A child that it spawns talks with its
 * parent instead of the driver.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "loops.h"
#include "worlds.h"

#define MAX_SAMPLES 64
#define LINE 4096
#define PATIENCE 3 /* a point may take this many times its planned time, then it stops early */

/* Warms up for warm_us, then takes samples of about sample_us each. Returns how many were taken. */
static int measure(const struct benchmark *b, struct point *p, double warm_us, double sample_us,
                   int samples, double *values) {
  int taken = 0, n = 1, warm = 1;
  double begin = now_us(), deadline = begin + PATIENCE * (warm_us + samples * sample_us);
  for (;;) {
    if (p->rank == 0 && !warm && (taken == samples || (taken > 0 && now_us() > deadline))) n = 0;
    MPI_Bcast(&n, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (n == 0) return taken;
    double start = now_us();
    double own = iterate(b, p, n);
    double value = summarize(b, p, n, own);
    double wall = now_us() - start;
    if (p->rank != 0) continue;
    if (!warm) {
      values[taken++] = value;
    } else {
      double fit = sample_us / (wall / n);
      warm = now_us() - begin < warm_us;
      int most = warm && n < fit / 2 ? 2 * n : (int)fit;
      n = most < 1 ? 1 : most;
    }
  }
}

/* ---- the conversation with the driver ---- */

static FILE *join_driver(int port) {
  struct sockaddr_in driver = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  driver.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (fd < 0 || connect(fd, (struct sockaddr *)&driver, sizeof driver)) die("connect to the driver");
  FILE *file = fdopen(fd, "r");
  if (!file) die("fdopen");
  return file;
}

static void allowed_cpus(char *cpus) {
  char line[LINE];
  FILE *status = fopen("/proc/self/status", "r");
  strcpy(cpus, "?");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "Cpus_allowed_list: %63s", cpus);
  if (status) fclose(status);
}

static void answer(FILE *driver, struct point *p, const char *command) {
  char name[64];
  int bytes, samples;
  double warm_us, sample_us, values[MAX_SAMPLES];
  if (sscanf(command, "%63s %d %lf %lf %d", name, &bytes, &warm_us, &sample_us, &samples) != 5 ||
      samples < 1 || samples > MAX_SAMPLES) {
    fprintf(stderr, "race: cannot read the command %s\n", command);
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  prepare(p, name, bytes);
  int taken = measure(find(name), p, warm_us, sample_us, samples, values);
  discard(p);
  fputs(p->rank == 0 ? "result" : "done", driver);
  if (p->rank == 0)
    for (int i = 0; i < taken; i++) fprintf(driver, " %.6g", values[i]);
  fputc('\n', driver);
  fflush(driver);
}

int main(int argc, char **argv) {
  struct point p;
  char line[LINE], cpus[64];
  MPI_Comm parent;
  MPI_Init(&argc, &argv);
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL) {
    serve_parent(parent);
    return MPI_Finalize();
  }
  if (argc != 2) {
    fprintf(stderr, "usage: race PORT\n");
    MPI_Abort(MPI_COMM_WORLD, 2);
  }
  join_ranks(&p);
  FILE *in = join_driver(atoi(argv[1]));
  FILE *out = fdopen(dup(fileno(in)), "w");
  allowed_cpus(cpus);
  fprintf(out, "hello %d %d %d %s\n", p.rank, p.ranks, (int)getpid(), cpus);
  fflush(out);
  while (fgets(line, sizeof line, in) && strcmp(line, "quit\n")) answer(out, &p, line);
  MPI_Finalize();
  return 0;
}
