package org.purempi.tests.spawn;

import java.util.List;
import java.util.Objects;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.Keyval;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.Window;

/** What {@link SpawnCases} spawn: tells its parents who it is, and works with them. */
public final class SpawnedProgram {
  static final int WORDS = 1;
  static final int NUMBERS = 2;

  /** Rank, size, parents, number of the program. */
  static final int FACTS = 4;

  static final int MANY = 100_000;

  private SpawnedProgram() {}

  public static void main(String[] args) {
    try (Mpi mpi = Mpi.init(args)) {
      Communicator world = mpi.world();
      Intercommunicator parent = mpi.getParent().orElseThrow();
      if (!parent.name().equals("MPI_COMM_PARENT")) {
        throw new IllegalStateException("the parent is called " + parent.name());
      }
      parent.sendObject(List.of(args), 0, WORDS);
      int appnum = world.getAttr(Keyval.APPNUM).orElse(-1);
      long[] facts = {world.rank(), world.size(), parent.remoteSize(), appnum};
      parent.send(facts, 0, NUMBERS);
      work(parent);
      if (mpi.getParent().isPresent()) {
        throw new IllegalStateException("there is still a parent");
      }
      world.barrier();
    }
  }

  private static void work(Intercommunicator parent) {
    try (Communicator all = parent.merge(true)) {
      long[] sum = {1};
      all.allreduce(sum, Op.SUM);
      double[] many = new double[MANY];
      all.bcast(many, 0);
      if (sum[0] != all.size() || many[MANY - 1] != MANY - 1) {
        throw new IllegalStateException("sum " + sum[0] + ", last " + many[MANY - 1]);
      }
      try (Window window = Window.create(all, Buf.of(new long[1]))) {
        window.fence();
        window.accumulate(Buf.of(new long[] {1}), 0, 0, Op.SUM);
        window.fence();
        window.fence();
      }
      try (Communicator odd = Objects.requireNonNull(all.split(all.rank() % 2, 0))) {
        odd.barrier();
      }
    }
    parent.disconnect();
  }
}
