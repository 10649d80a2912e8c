package org.purempi.tests.launch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.purempi.Mpi;
import org.purempi.Op;

/** Written for processes: keeps what it knows in static variables, and exits as it likes. */
public final class SeatedProgram {
  private static final List<Integer> MINE = new ArrayList<>();
  private static int code;

  private SeatedProgram() {}

  public static void main(String[] args) throws Exception {
    Mpi mpi = Mpi.init(args);
    int rank = mpi.world().rank();
    MINE.add(rank);
    switch (args[0]) {
      case "statics" -> {
        int sum = mpi.world().allreduce(rank, Op.SUM);
        System.out.println(
            "rank %d of %d knows %s, sum %d, %s, loaded by %s"
                .formatted(
                    rank,
                    mpi.world().size(),
                    MINE,
                    sum,
                    Thread.currentThread().isVirtual() ? "virtual" : "platform",
                    SeatedProgram.class.getClassLoader().getName()));
      }
      case "exits" -> {
        if (rank == 1) {
          code = 7;
          System.exit(code);
        }
        mpi.world().barrier();
      }
      case "exits well" -> {
        new Thread(LockSupport::park, "forgotten").start();
        mpi.close();
        System.exit(0);
      }
      case "leaves" -> {
        if (rank == 1) {
          return;
        }
        mpi.world().barrier();
      }
      case "throws" -> {
        if (rank == 2) {
          throw new IllegalStateException("boom in rank 2");
        }
        mpi.world().barrier();
      }
      case "hangs" -> mpi.world().recv(new int[1], Mpi.ANY_SOURCE, 3);
      default -> throw new IllegalArgumentException(args[0]);
    }
    mpi.close();
    System.out.println("initialized " + Mpi.initialized() + ", finalized " + Mpi.finalizedOnce());
  }
}
