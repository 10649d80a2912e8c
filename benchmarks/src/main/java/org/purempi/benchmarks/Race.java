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

  /** Says that we are a child of another one, with whom we talk instead of the driver. */
  static final String SPAWNED = "spawned";

  private Race() {}

  /**
   * Runs points until the driver says quit.
   *
   * @param arguments the kind of memory, perhaps the number of thread ranks, the driver's port
   */
  public static void main(String[] arguments) throws Exception {
    Ranks.run(
        arguments,
        (world, kind, rest) -> {
          if (rest[0].equals(SPAWNED)) {
            serve(world.mpi(), kind, Integer.parseInt(rest[1]));
          } else {
            converse(world, kind, Integer.parseInt(rest[0]));
          }
        });
  }

  private static void serve(Mpi mpi, Memory.Kind kind, int bytes) {
    try (var memory = new Memory(mpi, kind)) {
      WorldLoops.serve(mpi.getParent().orElseThrow(), memory.bytes(bytes));
    }
  }

  private static void converse(Communicator world, Memory.Kind kind, int port) throws Exception {
    try (var driver = new DriverLine(port, world.rank(), world.size())) {
      for (DriverLine.Command command = driver.next(); command != null; command = driver.next()) {
        try (var memory = new Memory(world.mpi(), kind)) {
          Loop loop = Loop.named(command.benchmark(), command.bytes(), world, memory);
          var point = new Point(world, command, loop);
          driver.answer(point.measure());
        }
      }
    }
  }
}
