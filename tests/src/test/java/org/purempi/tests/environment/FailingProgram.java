package org.purempi.tests.environment;

import org.purempi.Communicator;
import org.purempi.ErrorHandler;
import org.purempi.Mpi;

/** Fails on rank 1 in the way its argument says, while the others wait. */
final class FailingProgram {
  static final int CODE = 37;

  private FailingProgram() {}

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      try (Communicator dup = world.dup();
          Communicator part = world.split(0, 0)) {
        dup.irecv(new int[1], (world.rank() + 1) % world.size(), 0);
        world.isend(new int[10_000_000], (world.rank() + 1) % world.size(), 0);
        if (world.rank() == 1) {
          fail(world, args[0]);
        }
        dup.barrier();
        System.out.println("never reached, whatever " + part);
      }
    }
  }

  private static void fail(Communicator world, String how) {
    switch (how) {
      case "throws" -> throw new IllegalStateException("boom in rank 1");
      case "aborts" -> throw world.abort(CODE);
      case "fatal" -> {
        world.setErrhandler(ErrorHandler.FATAL);
        world.send(new int[1], 99, 0);
      }
      case "aborts by handler" -> {
        world.setErrhandler(ErrorHandler.ABORT);
        world.send(new int[1], 99, 0);
      }
      case "exits" -> System.exit(CODE);
      default -> throw new IllegalArgumentException(how);
    }
  }
}
