package org.purempi.tests.tool;

import java.util.List;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Request;

/** Hangs in the way that its argument says; the lines are found by their marks. */
final class HangingProgram {
  private static final int LARGE = 1 << 20;
  private static final int TAG = 5;

  private HangingProgram() {}

  public static void main(String[] args) throws InterruptedException {
    try (Mpi mpi = Mpi.init(args)) {
      if (mpi.world().rank() == 0) {
        System.out.println("ready");
      }
      hang(mpi.world(), args[0]);
    }
  }

  static void hang(Communicator world, String how) throws InterruptedException {
    switch (how) {
      case "wrong tag" -> wrongTag(world);
      case "cycle of sends" -> cycle(world);
      case "missing collective" -> missing(world);
      case "wait any" -> waitAny(world);
      case "probe" -> probe(world);
      case "computes" -> computes(world);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void wrongTag(Communicator world) {
    if (world.rank() == 0) {
      world.send(new double[3], 1, TAG + 1);
      world.recv(new int[1], 1, 0); // MARK recv of rank 0
    } else {
      world.recv(new double[10], 0, TAG); // MARK recv of rank 1
    }
  }

  private static void cycle(Communicator world) {
    int right = (world.rank() + 1) % world.size();
    world.ssend(new byte[LARGE], right, TAG); // MARK ssend
  }

  private static void missing(Communicator world) {
    try (Communicator half = world.dup()) {
      half.barrier();
      if (world.rank() == 0) {
        half.recv(new int[1], 1, TAG); // MARK rank 0 elsewhere
      } else {
        half.barrier(); // MARK barrier
      }
    }
  }

  private static void waitAny(Communicator world) {
    int peer = 1 - world.rank();
    List<Request<?>> both =
        List.of(world.irecv(new int[1], peer, 1), world.irecv(new int[2], peer, 2));
    world.mpi().waitAny(both); // MARK waitAny
  }

  private static void probe(Communicator world) {
    world.probe(Mpi.ANY_SOURCE, TAG); // MARK probe
  }

  private static void computes(Communicator world) throws InterruptedException {
    if (world.rank() == 0) {
      Thread.sleep(Long.MAX_VALUE); // MARK computing
    } else {
      world.barrier(); // MARK waiting for rank 0
    }
  }
}
