package org.purempi.world;

import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;

/**
 * What a typical program does first, done once while the JVM records which classes that takes: the
 * build makes the class cache from it that later ranks start with. Run by {@code bin/mpiexec} on
 * two ranks.
 */
final class Rehearsal {
  private static final int LARGE = 1 << 16;

  private Rehearsal() {}

  /** Joins the job, sends, receives and reduces a little, and leaves. */
  public static void main(String[] args) {
    Mpi.run(2, Rehearsal::act);
  }

  private static void act(Communicator world) {
    exchange(world, new double[1]);
    exchange(world, new double[LARGE]);
    int rank = world.rank();
    int peer = 1 - rank;
    if (rank == 0) {
      world.sendObject("a line of text", peer, 0);
      IO.println(world.recvObject(String.class, peer, 0).value());
    } else {
      String text = world.recvObject(String.class, peer, 0).value();
      world.sendObject(text, peer, 0);
    }
    world.barrier();
    IO.println("sum %d of %.1f".formatted(world.allreduce(rank, Op.SUM), world.mpi().wtime()));
    world.bcast(new int[LARGE], 0);
    world.allreduce(new double[1], new double[1], Op.SUM);
  }

  private static void exchange(Communicator world, double[] data) {
    int peer = 1 - world.rank();
    if (world.rank() == 0) {
      world.send(data, peer, 0);
      world.recv(data, peer, 0);
    } else {
      world.recv(data, peer, 0);
      world.send(data, peer, 0);
    }
  }
}
