package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;

/** How far workers may be apart, with servers and with windows. */
class StalenessTest {
  private static final int TAG = 3;

  /** A worker's part in a test, with the communicator of all ranks. */
  private interface Part {
    void play(KVStore store, Communicator world) throws Exception;
  }

  private static void run(int ranks, boolean windows, Consistency consistency, Part part) {
    Mpi.runThreads(
        ranks,
        world -> {
          if (windows) {
            try (KVStore store = WindowStore.open(world, consistency)) {
              part.play(store, world);
            }
          } else {
            ParameterServer.of(world, UpdateRule.ADD)
                .colocated()
                .consistency(consistency)
                .run(store -> part.play(store, world));
          }
        });
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, false", "3, false", "0, true", "2, true"})
  void nobodyComputesMoreThanTheBoundAheadOfTheSlowest(int bound, boolean windows) {
    int ranks = 3;
    int steps = 40;
    long seed = new Random().nextLong();
    var began = new AtomicLongArray(ranks); // the pushes that each has begun
    run(
        ranks,
        windows,
        Consistency.ssp(bound),
        (store, world) -> {
          var random = new Random(seed + world.rank());
          float[] value = new float[1];
          store.init("key", value);
          for (int clock = 1; clock <= steps; clock++) {
            began.set(world.rank(), clock);
            store.push("key", new float[] {1});
            store.pull("key", value);
            for (int other = 0; other < ranks; other++) {
              assertThat(began.get(other))
                  .as("rank %d, seen by rank %d, seed %d", other, world.rank(), seed)
                  .isGreaterThanOrEqualTo(clock - bound);
            }
            // Its own pushes, and what others must have pushed.
            assertThat(value[0]).isGreaterThanOrEqualTo(clock + (ranks - 1f) * (clock - bound));
            if (random.nextInt(4) == 0) {
              Thread.sleep(random.nextInt(4));
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoIsWithinTheBoundDoesNotWaitAndWhoIsBeyondDoes(boolean windows) {
    int bound = 4;
    var pushed = new AtomicBoolean();
    run(
        2,
        windows,
        Consistency.ssp(bound),
        (store, world) -> {
          float[] value = new float[1];
          store.init("key", value);
          if (world.rank() == 0) {
            for (int clock = 1; clock <= bound; clock++) {
              store.pushPull("key", new float[] {1}, value);
            }
            assertThat(value).containsExactly(bound);
            world.send(new int[1], 1, TAG);
            store.push("key", new float[] {1}); // may be pushed, and not be seen
            store.pull("key", value);
            assertThat(pushed).isTrue();
            assertThat(value).containsExactly(bound + 1 + 10);
          } else {
            world.recv(new int[1], 0, TAG);
            Thread.sleep(50);
            pushed.set(true);
            store.push("key", new float[] {10});
          }
        });
  }

  /** So a server need not keep more than a push or two of any worker. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoOnlyPushesIsHeldBackToo(boolean windows) {
    var pushed = new AtomicBoolean();
    run(
        2,
        windows,
        Consistency.ssp(1),
        (store, world) -> {
          store.init("key", new float[1]);
          if (world.rank() == 0) {
            store.push("key", new float[1]);
            store.push("key", new float[1]);
            world.send(new int[1], 1, TAG);
            store.push("key", new float[1]);
            assertThat(pushed).isTrue();
          } else {
            world.recv(new int[1], 0, TAG);
            Thread.sleep(50);
            pushed.set(true);
            store.push("key", new float[1]);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void asynchronousWorkersWaitForNobody(boolean windows) {
    run(
        2,
        windows,
        Consistency.ASP,
        (store, world) -> {
          float[] value = new float[3];
          store.init("key", value);
          if (world.rank() == 0) {
            for (int step = 1; step <= 100; step++) {
              store.pushPull("key", new float[] {1, 2, 3}, value);
              assertThat(value).containsExactly(step, 2 * step, 3 * step);
            }
            world.send(new int[1], 1, TAG);
          } else {
            world.recv(new int[1], 0, TAG);
            store.pull("key", value);
            assertThat(value).containsExactly(100, 200, 300);
          }
        });
  }

  /** Sums of all, whatever the order. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void noPushIsLost(boolean windows) {
    int ranks = 4;
    int steps = 50;
    run(
        ranks,
        windows,
        Consistency.ASP,
        (store, world) -> {
          float[] value = new float[100];
          store.init("key", value);
          float[] one = new float[100];
          Arrays.fill(one, 1);
          for (int step = 0; step < steps; step++) {
            store.pushPull("key", one, value);
          }
          world.barrier();
          store.pull("key", value);
          assertThat(value).containsOnly(ranks * steps);
        });
  }
}
