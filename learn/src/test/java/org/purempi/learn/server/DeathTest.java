package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.MpiAbortException;
import org.purempi.ProcessFailedException;
import org.purempi.learn.Survivors;

/** Ranks that die: a worker is not missed, a server is. */
@Isolated("the setting is one of the JVM")
@Timeout(120)
class DeathTest {
  private static final int TAG = 9;
  private static final int MEET = 10;
  private static final int STEPS = 10;
  private static final int LAST_STEP = 3;

  static List<Consistency> all() {
    return List.of(Consistency.BSP, Consistency.ssp(1), Consistency.ASP);
  }

  /** Three workers and two servers; the worker of rank 1 dies. */
  @ParameterizedTest
  @MethodSource("all")
  void theOthersGoOnWithoutAWorker(Consistency consistency) {
    ConcurrentMap<Integer, float[]> ends = new ConcurrentHashMap<>();
    Survivors.run(
        5,
        world -> {
          float[] value = new float[100];
          ParameterServer opened =
              ParameterServer.of(world, UpdateRule.ADD)
                  .servers(2)
                  .sums()
                  .partitionBytes(100)
                  .consistency(consistency)
                  .open();
          if (opened.isWorker()) {
            work(opened.worker(), world.rank(), value);
          } else {
            opened.serve();
          }
          opened.close(); // not by the dead
          ends.put(world.rank(), value);
        });
    assertThat(ends).containsOnlyKeys(0, 2, 3, 4);
    float sum = LAST_STEP * (1 + 2 + 4) + (STEPS - LAST_STEP) * (1 + 4);
    List<Float> sums =
        List.of(0, 2).stream().map(worker -> ends.getOrDefault(worker, new float[1])[0]).toList();
    if (consistency == Consistency.BSP) {
      assertThat(sums).containsExactly(sum, sum);
    } else {
      assertThat(sums).contains(sum); // who was the last to pull
    }
  }

  private static void work(KVStore store, int me, float[] value) {
    store.init("key", new float[value.length]);
    float[] pushed = new float[value.length];
    Arrays.fill(pushed, 1 << me);
    for (int step = 0; step < STEPS; step++) {
      if (me == 1 && step == LAST_STEP) {
        throw new Survivors.Death();
      }
      store.pushPull("key", pushed, value);
    }
    store.close();
  }

  /** A worker dies before it has made the key that the others wait for. */
  @Test
  void nobodyWaitsForTheKeysOfADeadWorker() {
    Survivors.run(
        4,
        world -> {
          ParameterServer opened = ParameterServer.of(world, UpdateRule.ADD).open();
          meet(world, 0);
          if (world.rank() == 0) {
            Thread.sleep(100); // so that the others wait
            throw new Survivors.Death();
          }
          if (opened.isWorker()) {
            float[] value = {world.rank()};
            opened.worker().init("key", value);
            assertThat(value).containsExactly(1);
          } else {
            opened.serve();
          }
          opened.close();
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aServerThatDiesIsAClearError(boolean early) {
    int server = 3;
    Survivors.run(
        4,
        world -> {
          ParameterServer opened =
              ParameterServer.of(world, UpdateRule.ADD).servers(2).partitionBytes(4).open();
          meet(world, server);
          if (world.rank() == server) {
            if (!early) {
              Thread.ofPlatform().daemon().start(() -> serveUntilDeath(opened));
              world.recv(new int[1], 0, TAG);
            }
            throw new Survivors.Death();
          }
          if (!opened.isWorker()) {
            opened.serve();
            return;
          }
          KVStore store = opened.worker();
          assertThatThrownBy(() -> pushForEver(store, world, server))
              .isInstanceOfSatisfying(
                  ProcessFailedException.class, e -> assertThat(e.ranks()).containsExactly(server))
              .hasMessageContaining("server rank 3 has died")
              .hasMessageContaining("key 'key'");
          store.close();
        });
  }

  private static void serveUntilDeath(ParameterServer server) {
    try {
      server.serve();
    } catch (MpiAbortException e) {
      // Its rank has died.
    }
  }

  /** Who is to die waits until the others have come so far. */
  private static void meet(Communicator world, int victim) {
    if (world.rank() != victim) {
      world.send(new int[1], victim, MEET);
    } else {
      for (int others = 1; others < world.size(); others++) {
        world.recv(new int[1], Mpi.ANY_SOURCE, MEET);
      }
    }
  }

  private static void pushForEver(KVStore store, Communicator world, int server) {
    store.init("key", new float[2]);
    for (int step = 0; ; step++) {
      store.pushPull("key", new float[2], new float[2]);
      if (step == 3 && world.rank() == 0) {
        world.send(new int[1], server, TAG);
      }
    }
  }

  /** Where ranks are workers and servers, a dead worker is a dead server. */
  @Test
  void aRankThatWasBothIsMissed() {
    Survivors.run(
        3,
        world -> {
          ParameterServer opened = ParameterServer.of(world, UpdateRule.ADD).colocated().open();
          KVStore store = opened.worker();
          meet(world, 0);
          if (world.rank() == 0) {
            throw new Survivors.Death();
          }
          assertThatThrownBy(() -> pushForEver(store, world, 0))
              .isInstanceOf(ProcessFailedException.class)
              .hasMessageContaining("server rank 0 has died");
          store.close();
          opened.close();
        });
  }

  @Test
  void aWindowStoreDiesWithARank() {
    Survivors.run(
        3,
        world -> {
          KVStore store = WindowStore.open(world, Consistency.BSP);
          meet(world, 1);
          if (world.rank() == 1) {
            store.init("key", new float[30]);
            throw new Survivors.Death();
          }
          assertThatThrownBy(
                  () -> {
                    store.init("key", new float[30]);
                    while (true) {
                      store.pushPull("key", new float[30], new float[30]);
                    }
                  })
              .isInstanceOf(ProcessFailedException.class);
        });
  }
}
