package org.purempi.tests.spawn;

import java.time.Duration;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Op;

/** Jobs of this program find each other by a name. Arguments: what to do, and the name. */
public final class NamesProgram {
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private NamesProgram() {}

  private interface Question {
    void ask();
  }

  public static void main(String[] args) throws Exception {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      String name = args[1];
      boolean isRoot = world.rank() == 0;
      switch (args[0]) {
        case "serve" -> {
          String port = isRoot ? mpi.openPort() : "";
          if (isRoot) {
            mpi.publishName(name, port);
          }
          meet(world, world.accept(port, LIMIT, 0));
          if (isRoot) {
            mpi.unpublishName(name, port);
          }
        }
        case "find" -> meet(world, world.connect(isRoot ? found(mpi, name) : "", LIMIT, 0));
        case "try" -> {
          tell(() -> mpi.publishName(name, "port1"));
          tell(() -> System.out.println(mpi.lookupName(name)));
          tell(() -> mpi.unpublishName(name, "port1"));
        }
        case "keep" -> {
          mpi.publishName(name, "port1");
          System.out.println("published");
          System.in.read();
        }
        default -> throw new IllegalArgumentException(args[0]);
      }
    }
  }

  private static void tell(Question question) {
    long startNanos = System.nanoTime();
    try {
      question.ask();
      System.out.println("done");
    } catch (MpiException e) {
      boolean isSoon = System.nanoTime() - startNanos < Duration.ofSeconds(5).toNanos();
      System.out.println(e.errorClass() + (isSoon ? " " : " late ") + e.getMessage());
    }
  }

  /** The port of that name, which may be about to be published. */
  private static String found(Mpi mpi, String name) throws InterruptedException {
    long startNanos = System.nanoTime();
    while (true) {
      try {
        return mpi.lookupName(name);
      } catch (MpiException e) {
        boolean isLate = System.nanoTime() - startNanos > LIMIT.toNanos();
        if (isLate || e.errorClass() != ErrorClass.NAME || !e.getMessage().contains("nobody has")) {
          throw e;
        }
        Thread.sleep(20);
      }
    }
  }

  private static void meet(Communicator world, Intercommunicator others) {
    int[] sum = new int[1];
    others.allreduce(new int[] {1 + world.rank()}, sum, Op.SUM);
    if (world.rank() == 0) {
      System.out.println(world.size() + " meet " + others.remoteSize() + ": " + sum[0]);
    }
    others.disconnect();
  }
}
