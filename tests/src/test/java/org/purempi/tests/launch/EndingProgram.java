package org.purempi.tests.launch;

import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import org.purempi.Communicator;
import org.purempi.Mpi;

/**
 * Rank 1 ends in the way that the first argument says, with the code that the second says; the
 * others compute, sleep or wait in MPI as the third says.
 */
public final class EndingProgram {
  private static final long SOON_NANOS = 100_000_000;

  private EndingProgram() {}

  public static void main(String[] args) throws Exception {
    Mpi mpi = Mpi.init(args);
    Communicator world = mpi.world();
    world.barrier();
    int code = Integer.parseInt(args[1]);
    if (world.rank() == 1) {
      ends(mpi, args[0], code);
    } else if (args[0].startsWith("all")) {
      allEnd(mpi, args[0]);
    } else {
      others(world, args[2]);
    }
  }

  private static void others(Communicator world, String how) throws InterruptedException {
    switch (how) {
      case "compute" -> compute();
      case "sleep" -> Thread.sleep(Long.MAX_VALUE);
      case "wait" -> world.recv(new int[1], Mpi.ANY_SOURCE, 7);
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void ends(Mpi mpi, String how, int code) throws Exception {
    switch (how) {
      case "abort" -> mpi.abort(code);
      case "abort of self" -> mpi.self().abort(code);
      case "exit" -> System.exit(code);
      case "halt" -> Runtime.getRuntime().halt(code);
      case "return" -> {}
      case "throw" -> throw new IllegalStateException("boom");
      case "exit by reference" -> exit(System::exit, code);
      case "compute for ever" -> {
        System.out.println("computing");
        compute();
      }
      case "helper exits" -> {
        new Thread(() -> System.exit(code)).start();
        compute();
      }
      case "helper throws" -> {
        new Thread(EndingProgram::fail).start();
        compute();
      }
      default -> allEnd(mpi, how);
    }
  }

  /** Ends of all ranks that are good, or would be. */
  private static void allEnd(Mpi mpi, String how) {
    mpi.close();
    switch (how) {
      case "all exit and catch it" -> exitAndCatch();
      case "all are ended by a helper" -> {
        new Thread(() -> System.exit(0)).start();
        compute();
      }
      case "all leave a thread that throws" -> new Thread(EndingProgram::fail).start();
      case "all leave a thread that prints" ->
          new Thread(
                  () -> {
                    LockSupport.parkNanos(SOON_NANOS);
                    System.out.println("left behind");
                  })
              .start();
      case "all exit in a shutdown hook" ->
          Runtime.getRuntime()
              .addShutdownHook(
                  new Thread(
                      () -> {
                        System.out.println("hook");
                        System.exit(0);
                      }));
      default -> throw new IllegalArgumentException(how);
    }
  }

  private static void exitAndCatch() {
    try {
      System.exit(0);
    } catch (Throwable t) {
      System.out.println("System.exit has come back: " + t);
      System.exit(1);
    }
  }

  private static void exit(IntConsumer exit, int code) {
    exit.accept(code);
  }

  private static void fail() {
    LockSupport.parkNanos(SOON_NANOS);
    throw new IllegalStateException("boom in a helper");
  }

  private static void compute() {
    for (long i = 0; ; i++) {
      if (i == Long.MIN_VALUE) {
        return;
      }
    }
  }
}
