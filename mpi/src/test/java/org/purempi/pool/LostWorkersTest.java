package org.purempi.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.ErrorClass;
import org.purempi.Mpi;
import org.purempi.MpiException;

/** What becomes of the tasks of workers that die. */
@Timeout(30)
class LostWorkersTest {
  /** How many workers are still to die. */
  private static final AtomicInteger DYING = new AtomicInteger();

  private static String dieWhileTheyMay() {
    return DYING.getAndDecrement() > 0 ? "die" : "live";
  }

  private interface Body {
    void run(MpiExecutor pool, MortalWorkers workers) throws Exception;
  }

  private static void with(int workers, Body body) {
    Mpi.runThreads(
        1,
        world -> {
          MortalWorkers link = new MortalWorkers(workers, world.mpi());
          Master master = new Master(link, world.mpi(), 1000);
          body.run(new MpiExecutor(master, (done, total) -> {}), link);
        });
  }

  @Test
  void aTaskThatIsLostOnceIsDoneByAnotherWorker() {
    with(
        2,
        (pool, workers) -> {
          DYING.set(1);
          CompletableFuture<?> lost = pool.submit(LostWorkersTest::dieWhileTheyMay);
          assertThat(lost.get()).isIn(1, 2);
          for (int i = 0; i < 20; i++) {
            CompletableFuture<?> next = pool.submit(() -> "live");
            assertThat((Object) next.get()).isEqualTo(lost.get());
          }
          pool.close();
          assertThat(workers.isClosed()).isTrue();
        });
  }

  @Test
  void aTaskThatIsLostTwiceIsReported() {
    with(
        3,
        (pool, workers) -> {
          CompletableFuture<?> deadly = pool.submit(() -> "die");
          assertThatThrownBy(deadly::get)
              .isInstanceOf(ExecutionException.class)
              .cause()
              .isInstanceOfSatisfying(
                  MpiException.class,
                  e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.PROC_ABORTED))
              .hasMessageMatching("task 0 was lost with rank [123], and with another rank before")
              .hasCauseInstanceOf(MpiException.class);
          List<CompletableFuture<?>> others = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            others.add(pool.submit(() -> "live"));
          }
          for (CompletableFuture<?> other : others) {
            assertThat(other.get()).isIn(1, 2, 3);
          }
          pool.close();
          assertThat(workers.isClosed()).isTrue();
        });
  }

  @Test
  void withoutWorkersAllTasksFailAndNoneIsTaken() {
    with(
        1,
        (pool, workers) -> {
          CompletableFuture<?> deadly = pool.submit(() -> "die");
          assertThatThrownBy(deadly::get)
              .cause()
              .isInstanceOf(MpiException.class)
              .hasMessageContaining("no worker of the pool is left");
          assertThatThrownBy(() -> pool.submit(() -> "live"))
              .isInstanceOf(RejectedExecutionException.class)
              .hasMessageContaining("no worker of the pool is left");
          assertThat(pool.shutdownNow()).isEmpty();
          pool.close();
          assertThat(pool.isTerminated()).isTrue();
        });
  }
}
