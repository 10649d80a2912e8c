package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
import org.purempi.communicator.LiveCommunicator;
import org.purempi.tests.OnRanks;

/** Section 7.4.3: the contexts of communicators that were freed are used again. */
final class ManyCommunicatorsCases {
  private static final int THREADS = 2;
  private static final int EACH = 70_000;

  /** Contexts that are used once, those that rest, and some room. */
  private static final long MOST_CONTEXTS = 70_000;

  private static final int PARTS = 4;
  private static final int COUNTERS = 1 << 22;
  private static final int OFTEN = 64;

  private ManyCommunicatorsCases() {}

  private static long number(Communicator c) {
    return ((LiveCommunicator) c).peers().context() / PARTS % COUNTERS;
  }

  @OnRanks(value = 2, seconds = 60, ofOneWorld = true)
  static void threadsMakeAndFreeMoreThanThereAreContextsToUseOnce(Communicator world)
      throws InterruptedException, ExecutionException {
    List<Communicator> parents = new ArrayList<>();
    for (int t = 0; t < THREADS; t++) {
      parents.add(world.dup());
    }
    try (var pool = Executors.newFixedThreadPool(THREADS)) {
      List<Future<Long>> largest = new ArrayList<>();
      parents.forEach(parent -> largest.add(pool.submit(() -> makeAndFree(parent))));
      for (Future<Long> l : largest) {
        assertThat(l.get())
            .as("the largest number of %d", THREADS * EACH)
            .isLessThan(MOST_CONTEXTS);
      }
    }
    bridgesToo(world);
    parents.forEach(Communicator::close);
  }

  /** Some with a message that is under way when they are closed. */
  private static long makeAndFree(Communicator parent) {
    long largest = 0;
    int peer = 1 - parent.rank();
    int[] got = new int[1];
    for (int i = 0; i < EACH; i++) {
      Communicator c = parent.dup();
      largest = Math.max(largest, number(c));
      if (i % OFTEN == 0) {
        Request<Status> receive = c.irecv(got, peer, 0);
        Request<Status> send = c.isend(new int[] {i}, peer, 0);
        Request<Integer> sum = c.iallreduce(i, Op.SUM);
        c.close();
        assertThat(sum.waitFor()).isEqualTo(2 * i);
        Request.waitAll(receive, send);
        assertThat(got[0]).isEqualTo(i);
      } else {
        c.close();
      }
    }
    return largest;
  }

  private static void bridgesToo(Communicator world) {
    Communicator self = world.mpi().self();
    for (int i = 0; i < OFTEN; i++) {
      Intercommunicator bridge = self.intercommCreate(0, world, 1 - world.rank(), i);
      Communicator both = bridge.merge(false);
      assertThat(number(both)).isLessThan(MOST_CONTEXTS);
      assertThat(both.allreduce(i, Op.SUM)).isEqualTo(2 * i);
      both.close();
      bridge.close();
    }
  }
}
