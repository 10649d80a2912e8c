package org.purempi.tests.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.Request;
import org.purempi.Status;
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

  /** Section 3.7.3: a test that is repeated succeeds in the end, if the other has sent. */
  @Test
  @Ranks(value = 24, virtual = true, seconds = 60)
  void virtualRanksThatAskInALoopLetTheOthersRun(Communicator world) {
    int[] token = {0};
    int right = world.rank() + 1;
    if (right < world.size()) {
      switch (world.rank() % 3) {
        case 0 -> {
          Request<Status> receive = world.irecv(token, right, 0);
          while (receive.test().isEmpty()) {}
        }
        case 1 -> {
          while (world.iprobe(right, 0).isEmpty()) {}
          world.recv(token, right, 0);
        }
        default -> {
          List<Request<Status>> receives = List.of(world.irecv(token, right, 0));
          while (Request.testAny(receives).isEmpty()) {}
        }
      }
    }
    if (world.rank() > 0) {
      token[0]++;
      world.send(token, world.rank() - 1, 0);
    } else {
      assertThat(token[0]).isEqualTo(world.size() - 1);
    }
  }
}
