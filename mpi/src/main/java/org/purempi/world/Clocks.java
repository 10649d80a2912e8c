package org.purempi.world;

import java.util.stream.IntStream;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.watch.Watch;

/**
 * Compares the clocks of hosts. Ranks of one host share one; each rank of another host than rank
 * 0's asks rank 0 what time it is, and believes the answer that came back soonest (Cristian,
 * Probabilistic clock synchronization, 1989).
 */
final class Clocks {
  private static final int ROUNDS = 40;

  private Clocks() {}

  /** Tells the watch how far its clock is from rank 0's; collective. */
  static void compare(Communicator world, int host, Watch watch) {
    int[] hosts = new int[world.size()];
    world.allgather(Buf.of(new int[] {host}), Buf.of(hosts));
    if (IntStream.of(hosts).allMatch(other -> other == hosts[0])) {
      return;
    }
    try (Communicator own = world.dup()) {
      for (int rank = 1; rank < hosts.length; rank++) {
        if (hosts[rank] != hosts[0] && own.rank() == 0) {
          answer(own, rank);
        } else if (hosts[rank] != hosts[0] && own.rank() == rank) {
          ask(own, watch);
        }
      }
    }
  }

  private static void answer(Communicator own, int rank) {
    long[] time = new long[1];
    for (int i = 0; i < ROUNDS; i++) {
      own.recv(time, rank, 0);
      time[0] = System.nanoTime();
      own.send(time, rank, 0);
    }
  }

  private static void ask(Communicator own, Watch watch) {
    long best = Long.MAX_VALUE;
    long at = 0;
    long ahead = 0;
    long[] time = new long[1];
    for (int i = 0; i < ROUNDS; i++) {
      long before = System.nanoTime();
      own.send(time, 0, 0);
      own.recv(time, 0, 0);
      long after = System.nanoTime();
      if (after - before < best) {
        best = after - before;
        at = after;
        ahead = time[0] - (before + best / 2);
      }
    }
    watch.name("clock", at, ahead);
  }
}
