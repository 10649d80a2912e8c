"""The twin of EmptyTasks.java: as many tasks as mpi4py.futures gets done in a second."""
import time

from mpi4py import MPI
from mpi4py.futures import MPICommExecutor

SECONDS = 10
TASKS = 1000
CHUNK = 100


def nothing(item):
    return item


def report(what, tasks, turn):
    rates = []
    began = time.time()
    while time.time() - began < SECONDS:
        before = time.time()
        assert turn() == tasks * (tasks - 1) // 2
        rates.append(tasks / (time.time() - before))
    rates.sort()
    print("%s %.0f" % (what, rates[len(rates) // 2]), flush=True)


if __name__ == "__main__":
    with MPICommExecutor(MPI.COMM_WORLD, root=0) as pool:
        if pool is not None:
            submitted = lambda: [pool.submit(nothing, i) for i in range(TASKS)]
            many = CHUNK * TASKS
            report("submit", TASKS, lambda: sum(f.result() for f in submitted()))
            report("map", TASKS, lambda: sum(pool.map(nothing, range(TASKS))))
            report("chunks", many, lambda: sum(pool.map(nothing, range(many), chunksize=CHUNK)))
