package org.purempi.benchmarks;

import java.util.Arrays;
import java.util.Locale;
import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * The ranks of a runner, whose first argument says where its buffers lie: processes under mpiexec,
 * or as many threads as the second argument says.
 */
final class Ranks {

  private static final String THREADS = "threads=";

  private Ranks() {}

  /** What every rank does. */
  @FunctionalInterface
  interface Body {
    /** Runs in one rank, with the arguments that are left. */
    void run(Communicator world, Memory.Kind kind, String[] rest) throws Exception;
  }

  /** Runs the ranks to their end. */
  static void run(String[] arguments, Body body) throws Exception {
    Memory.Kind kind = Memory.Kind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
    if (arguments[1].startsWith(THREADS)) {
      int ranks = Integer.parseInt(arguments[1].substring(THREADS.length()));
      Mpi.runThreads(ranks, world -> body.run(world, kind, after(2, arguments)));
      return;
    }
    try (Mpi mpi = Mpi.init(arguments)) {
      body.run(mpi.world(), kind, after(1, arguments));
    }
  }

  private static String[] after(int first, String[] arguments) {
    return Arrays.copyOfRange(arguments, first, arguments.length);
  }
}
