package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.junit.Ranks;

/** A thousand ranks on a laptop. */
class ManyRanksTest {
  private static final int RANKS = 1000;

  private final AtomicInteger arrived = new AtomicInteger();

  @Test
  @Ranks(value = RANKS, virtual = true, seconds = 60)
  void aThousandVirtualRanksFinishABarrierAnAllreduceAndARing(Communicator world) {
    arrived.incrementAndGet();
    world.barrier();
    assertThat(arrived.get()).isEqualTo(RANKS);

    assertThat(world.allreduce(world.rank(), Op.SUM)).isEqualTo(RANKS * (RANKS - 1) / 2);

    int right = (world.rank() + 1) % RANKS;
    int left = (world.rank() + RANKS - 1) % RANKS;
    int[] token = {1};
    if (world.rank() == 0) {
      world.sendrecvReplace(token, right, 0, left, 0);
      assertThat(token[0]).isEqualTo(RANKS);
    } else {
      world.recv(token, left, 0);
      token[0]++;
      world.send(token, right, 0);
    }
  }

  @Test
  @Ranks(value = 32, seconds = 60)
  void moreRanksThanCoresOnPlatformThreadsAreNoProblem(Communicator world) {
    for (int i = 0; i < 20; i++) {
      assertThat(world.allreduce(1, Op.SUM)).isEqualTo(32);
      world.barrier();
    }
  }
}
