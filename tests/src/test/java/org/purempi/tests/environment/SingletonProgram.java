package org.purempi.tests.environment;

import java.util.Arrays;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiError;
import org.purempi.Op;

/** Started without a launcher: a world of one. Ends with 0 if all is as it should be. */
final class SingletonProgram {
  private SingletonProgram() {}

  public static void main(String[] args) {
    require(!Mpi.initialized() && !Mpi.finalizedOnce(), "not yet initialised");
    require(Mpi.version().version() == 4, "the version can be asked before init");
    Mpi kept;
    Communicator world;
    try (Mpi mpi = Mpi.init(args)) {
      kept = mpi;
      world = mpi.world();
      require(Mpi.initialized() && !Mpi.finalizedOnce(), "initialised");
      require(world.size() == 1 && world.rank() == 0, "a world of one");
      require(world.allreduce(5, Op.SUM) == 5, "collectives alone");
      require(Arrays.equals(mpi.args(), args), "the arguments");
      requireHint(() -> world.send(new int[1], 1, 0));
      requireHint(() -> world.bcast(new int[1], 1));
      requireError(() -> Mpi.init(args), "init a second time");
      Mpi.runThreads(3, w -> require(w.allreduce(1, Op.SUM) == 3, "threads beside the world"));
    }
    require(Mpi.initialized() && Mpi.finalizedOnce() && kept.isFinalized(), "finalised");
    kept.close(); // a second close does nothing
    requireError(world::barrier, "a call after finalize");
    requireError(() -> kept.allocMem(8), "memory after finalize");
    requireError(() -> Mpi.init(args), "init after finalize");
  }

  private static void require(boolean holds, String what) {
    if (!holds) {
      throw new IllegalStateException(what);
    }
  }

  /** Who names a rank that is not there may have forgotten mpiexec. */
  private static void requireHint(Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      String text = String.valueOf(e.getMessage());
      require(text.contains("only rank") && text.contains("started without mpiexec"), text);
      return;
    }
    throw new IllegalStateException("a rank that is not there was found");
  }

  private static void requireError(Runnable call, String what) {
    try {
      call.run();
    } catch (RuntimeException e) {
      require(e instanceof MpiError, what + " is an MpiError, not " + e);
      System.out.println(what + ": " + e.getMessage());
      return;
    }
    throw new IllegalStateException(what + " went through");
  }
}
