package org.purempi.benchmarks;

import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * The Java twin of race.c: the same loops, the same conversation with the driver.
 *
 * <pre>
 *   mpiexec -n 2 … org.purempi.benchmarks.Race heap|native|shared PORT        ranks are processes
 *   java …         org.purempi.benchmarks.Race heap|native|shared threads=2 PORT
 * </pre>
 */
public final class Race {

  private static final String THREADS = "threads=";

  private Race() {}

  /**
   * Runs points until the driver says quit.
   *
   * @param arguments the kind of memory, perhaps the number of thread ranks, the driver's port
   */
  public static void main(String[] arguments) throws Exception {
    Memory.Kind kind = Memory.Kind.valueOf(arguments[0].toUpperCase(java.util.Locale.ROOT));
    int port = Integer.parseInt(arguments[arguments.length - 1]);
    if (arguments[1].startsWith(THREADS)) {
      int ranks = Integer.parseInt(arguments[1].substring(THREADS.length()));
      Mpi.runThreads(ranks, world -> converse(world, kind, port));
      return;
    }
    try (Mpi mpi = Mpi.init(arguments)) {
      converse(mpi.world(), kind, port);
    }
  }

  private static void converse(Communicator world, Memory.Kind kind, int port) throws Exception {
    try (var driver = new DriverLine(port, world.rank(), world.size())) {
      for (DriverLine.Command command = driver.next(); command != null; command = driver.next()) {
        try (var memory = new Memory(world.mpi(), kind)) {
          var point = new Point(world, command, Loop.named(command, world, memory));
          driver.answer(point.measure());
        }
      }
    }
  }
}
