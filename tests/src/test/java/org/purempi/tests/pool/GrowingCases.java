package org.purempi.tests.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import org.purempi.Communicator;
import org.purempi.ErrorClass;
import org.purempi.pool.MpiExecutor;
import org.purempi.pool.TaskException;
import org.purempi.tests.Expect;
import org.purempi.tests.OnRanks;

/** Pools whose workers are spawned. */
final class GrowingCases {
  private static final int MOST = 2;

  private GrowingCases() {}

  private static int squared(int number) throws InterruptedException {
    Thread.sleep(2);
    return number * number;
  }

  @OnRanks(1)
  static void workersAreSpawnedWhileTasksWait(Communicator world) throws Exception {
    MpiExecutor.over(world.mpi().self())
        .spawning(1, MOST)
        .run(
            pool -> {
              assertThat(pool.submit(() -> 6 * 7).get()).isEqualTo(42);
              List<Integer> numbers = IntStream.range(0, 50).boxed().toList();
              List<Integer> expected = numbers.stream().map(n -> n * n).toList();
              for (int round = 0; round < 100 && pool.workers() < MOST; round++) {
                assertThat(pool.map(GrowingCases::squared, numbers).toList()).isEqualTo(expected);
              }
              assertThat(pool.workers()).isEqualTo(MOST);
              assertThat(pool.map(GrowingCases::squared, numbers).toList()).isEqualTo(expected);
              try {
                pool.submit(GrowingCases::fails).get();
                throw new AssertionError("it has not failed");
              } catch (ExecutionException e) {
                assertThat(e)
                    .hasCauseInstanceOf(TaskException.class)
                    .hasRootCauseMessage("on purpose");
              }
            });
  }

  private static String fails() {
    throw new IllegalStateException("on purpose");
  }

  @OnRanks(1)
  static void aPoolThatEndsAtOnceLeavesNobody(Communicator world) {
    for (int round = 0; round < 3; round++) {
      try (MpiExecutor pool = MpiExecutor.over(world.mpi().self()).spawning(1, 1).open()) {
        assertThat(pool.workers()).isLessThanOrEqualTo(1);
      }
    }
  }

  @OnRanks({1, 2})
  static void onlyAMasterThatIsAloneSpawns(Communicator world) {
    Expect.error(ErrorClass.ARG, () -> MpiExecutor.over(world).spawning(0, 1), "0 to 1");
    Expect.error(ErrorClass.ARG, () -> MpiExecutor.over(world).spawning(2, 1), "2 to 1");
    if (world.size() > 1 && world.rank() == 0) {
      Expect.error(ErrorClass.COMM, () -> MpiExecutor.over(world).spawning(1, 1).open(), "alone");
    }
  }
}
