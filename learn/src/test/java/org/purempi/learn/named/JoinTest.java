package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** Ranks that have fewer examples than others. */
class JoinTest {
  @Test
  @Ranks({2, 4})
  void ranksThatHaveJoinedAddZeros(Communicator world) {
    int n = world.size();
    try (var operations = NamedOperations.over(world)) {
      for (int epoch = 0; epoch < 3; epoch++) {
        int steps = 3 + 2 * world.rank();
        for (int step = 0; step < steps; step++) {
          var sum = operations.allreduce("sum", new float[] {1, step}, Reduction.SUM);
          var mean = operations.allreduce("mean", new float[] {n}, Reduction.AVERAGE);
          int here = 0;
          for (int r = 0; r < n; r++) {
            here += step < 3 + 2 * r ? 1 : 0;
          }
          assertThat(sum.await().floats()).containsExactly(here, here * step);
          assertThat(mean.await().floats()).containsExactly(here);
        }
        Handle<Integer> joined = operations.join();
        assertThat(joined.await()).isEqualTo(n - 1);
      }
    }
  }

  @Test
  @Ranks(3)
  void whatNeedsAllRanksFailsWhenOneHasJoined(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      operations.allreduce("max", new float[1], Reduction.MAX).await(); // is known from now on
      if (world.rank() == 1) {
        Handle<Integer> joined = operations.join();
        assertThatThrownBy(() -> operations.barrier("more"))
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContaining("has joined");
        assertThat(joined.await()).isIn(0, 2);
      } else {
        for (String name : new String[] {"max", "other"}) {
          assertThatThrownBy(() -> operations.allreduce(name, new float[1], Reduction.MAX).await())
              .isInstanceOf(NamedOperationException.class)
              .hasMessageContaining("'" + name + "'")
              .hasMessageContaining("rank 1 has joined");
        }
        assertThatThrownBy(() -> operations.broadcast("b", new float[1], 0).await())
            .hasMessageContaining("rank 1 has joined");
        Values row = Values.of(new float[] {world.rank()});
        Gathered rows = operations.allgather("rows", row).await();
        assertThat(rows.values().floats()).containsExactly(0, 2);
        assertThat(rows.rows()).containsExactly(1L, 0L, 1L);
        assertThat(operations.join().await()).isIn(0, 2);
      }
      float[] a = {world.rank()};
      operations.allreduce("max", a, Reduction.MAX).await(); // all take part again
      assertThat(a).containsExactly(2);
    }
  }

  @Test
  @Ranks(2)
  void whatWasBegunBeforeIsStillGiven(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      for (int round = 0; round < 5; round++) {
        float[] a = {world.rank() + 1};
        Handle<Values> sum = operations.allreduce("a", a, Reduction.SUM);
        Handle<Integer> joined = operations.join();
        sum.await();
        assertThat(a).containsExactly(3);
        assertThat(joined.await()).isBetween(0, 1);
      }
    }
  }
}
