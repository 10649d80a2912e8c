package org.purempi.benchmarks;

import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;

/** The cold race by our own API. */
public final class ColdRanks extends Cold {

  private final Communicator world;
  private final Memory memory;

  private ColdRanks(Communicator world, Memory memory) {
    super(world.rank(), world.size(), System.out);
    this.world = world;
    this.memory = memory;
  }

  /**
   * Runs one benchmark.
   *
   * @param arguments the kind of memory, perhaps the number of thread ranks, then as cold.c has
   *     them
   */
  public static void main(String[] arguments) throws Exception {
    Ranks.run(
        arguments,
        (world, kind, rest) -> {
          try (var memory = new Memory(world.mpi(), kind)) {
            new ColdRanks(world, memory).run(rest);
          }
        });
  }

  @Override
  Loop loop(String name, int bytes) {
    return Loop.named(name, bytes, world, memory);
  }

  @Override
  void barrier() {
    world.barrier();
  }

  @Override
  double[] sum(double[] mine) {
    double[] all = new double[mine.length];
    world.reduce(Buf.of(mine), Buf.of(all), Op.SUM, 0);
    return all;
  }
}
