package org.purempi.pool;

import org.purempi.ErrorHandler;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;

/** The program of workers that a pool spawns; nobody else starts it. */
public final class PoolWorker {
  private PoolWorker() {}

  /** Works for the pool that has spawned this process, until it is over. */
  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Intercommunicator pool =
          mpi.getParent()
              .orElseThrow(
                  () -> new IllegalStateException("PoolWorker is started by a pool, not by hand"));
      pool.setErrhandler(ErrorHandler.RETURN);
      new Worker(pool, 0).work();
      pool.disconnect();
    }
  }
}
