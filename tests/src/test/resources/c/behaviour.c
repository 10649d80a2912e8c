/* What C programs do beside communicating: behaviour TASK. */
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t caught;
static int rank, size;

static void on_signal(int number) {
  caught = number;
}

static void fatal(void) {
  int value = 1;
  MPI_Send(&value, 1, MPI_INT, size + 3, 0, MPI_COMM_WORLD);
}

/* Deeper with each call, as a program that recurses. */
static int deep(int levels) {
  volatile char room[64 * 1024];
  room[0] = (char) levels;
  room[sizeof room - 1] = 1;
  if (levels == 0) {
    int sum, one = 1;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return sum;
  }
  return deep(levels - 1) + room[sizeof room - 1] - 1;
}

static void stack(void) {
  char large[6 * 1024 * 1024];
  memset(large, rank, sizeof large);
  MPI_Bcast(large, sizeof large, MPI_CHAR, 0, MPI_COMM_WORLD);
  printf("%d: %d, deep %d\n", rank, large[sizeof large - 1], deep(20));
}

static void signals(void) {
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  int first = caught;
  signal(SIGINT, on_signal);
  raise(SIGINT);
  printf("%d: caught %d and %d\n", rank, first == SIGUSR1, caught == SIGINT);
}

static void child(void) {
  pid_t pid = fork();
  if (pid == 0) {
    execl("/bin/sh", "sh", "-c", "exit 7", (char *) NULL);
    _exit(1);
  }
  int status;
  waitpid(pid, &status, 0);
  printf("%d: child %d, system %d\n", rank, WEXITSTATUS(status), WEXITSTATUS(system("exit 3")));
}

int main(int argc, char **argv) {
  const char *task = argc > 1 ? argv[1] : "";
  if (!strcmp(task, "signals")) signal(SIGTERM, on_signal);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!strcmp(task, "fatal") && rank == 1) fatal();
  if (!strcmp(task, "abort") && rank == 1) MPI_Abort(MPI_COMM_WORLD, 42);
  if (!strcmp(task, "leave") && rank == 1) exit(0);
  if (!strcmp(task, "fail") && rank == 1) exit(3);
  if (!strcmp(task, "crash") && rank == 1) abort();
  if (!strcmp(task, "fault") && rank == 1) *(volatile int *) (intptr_t) size = 1;
  if (!strcmp(task, "stack")) stack();
  if (!strcmp(task, "signals")) {
    signals();
    raise(SIGTERM);
    printf("%d: SIGTERM %d\n", rank, caught == SIGTERM);
  }
  if (!strcmp(task, "child")) child();
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  printf("%d of %d ends\n", rank, size);
  return 0;
}
