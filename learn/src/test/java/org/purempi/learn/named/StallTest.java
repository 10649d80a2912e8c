package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** Who waits for whom is told, and may be ended. */
class StallTest {
  private static final Duration SHORT = Duration.ofMillis(300);
  private static final int PATIENCE_SECONDS = 60;

  /** Of rank 0; the ranks share this object. */
  private final BlockingQueue<String> warnings = new LinkedBlockingQueue<>();

  @Test
  @Ranks(value = 3, seconds = 120)
  void theRanksThatAreMissingAreNamed(Communicator world) throws InterruptedException {
    var options = NamedOptions.DEFAULT.stalling(SHORT, Duration.ZERO, warnings::add);
    try (var operations = NamedOperations.over(world, options)) {
      float[] known = {1};
      operations.allreduce("known", known, Reduction.SUM).await();
      // Rank 1 asks for nothing; a name that was known and one that was not.
      if (world.rank() != 1) {
        Handle<Values> a = operations.allreduce("known", known, Reduction.SUM);
        Handle<Values> b = operations.allreduce("new", new float[1], Reduction.SUM);
        if (world.rank() == 0) {
          awaitWarning(
              "more than 0.3 s",
              "allreduce 'known' for rank 1 (ranks 0, 2 asked for it)",
              "allreduce 'new' for rank 1 (ranks 0, 2 asked for it)");
        }
        world.barrier();
        a.await();
        b.await();
      } else {
        world.barrier();
        operations.allreduce("known", known, Reduction.SUM).await();
        operations.allreduce("new", new float[1], Reduction.SUM).await();
      }
      assertThat(known).containsExactly(9);
    }
  }

  /** One with all these words; the first ones may come before all ranks have asked. */
  private void awaitWarning(String... words) throws InterruptedException {
    String warning = warnings.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    while (warning != null && !List.of(words).stream().allMatch(warning::contains)) {
      warning = warnings.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertThat(warning).isNotNull();
  }

  @Test
  @Ranks(value = 2, seconds = 120)
  void afterASecondTimeAllEnds(Communicator world) {
    var options = NamedOptions.DEFAULT.stalling(SHORT, Duration.ofSeconds(2), warnings::add);
    try (var operations = NamedOperations.over(world, options)) {
      world.barrier();
      String mine = world.rank() == 0 ? "zero" : "one";
      Handle<Values> handle = operations.barrier(mine);
      assertThatThrownBy(handle::await)
          .isInstanceOf(NamedOperationException.class)
          .hasMessageContaining("barrier '" + mine + "' has not been done")
          .hasMessageContaining("within 2 s");
      assertThatThrownBy(() -> operations.barrier("later"))
          .isInstanceOf(NamedOperationException.class)
          .hasMessageContaining("within 2 s");
    }
  }
}
