package org.purempi.learn.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Mpi;
import org.purempi.Op;
import org.purempi.junit.Ranks;
import org.purempi.learn.Adam;
import org.purempi.learn.Optimizer;
import org.purempi.learn.Sgd;
import org.purempi.learn.engine.Network;

/** What a synchronous server makes of pushes is what allreduce makes of them. */
class SynchronousTest {
  private static final int WORKERS = 3;
  private static final int STEPS = 6;
  private static final int PARTITION = 64; // bytes: keys of some hundred numbers are cut
  private static final Map<String, Integer> LENGTHS =
      new TreeMap<>(Map.of("small", 1, "middle", 37, "large", 501));

  private static float[] numbers(String key, int worker, int step) {
    var random = new Random(key.hashCode() * 31L * 31 + worker * 31L + step);
    float[] numbers = new float[LENGTHS.getOrDefault(key, 0)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return numbers;
  }

  /** What the keys are in the end: sums in the order of ranks, a mean, a step. */
  private static Map<String, float[]> expected(Optimizer optimizer) {
    Map<String, float[]> all = new TreeMap<>();
    LENGTHS.forEach(
        (key, length) -> {
          float[] values = numbers(key, 0, 0);
          List<MemorySegment> state =
              Collections.nCopies(optimizer.stateWidth(), "").stream()
                  .map(unused -> MemorySegment.ofArray(new float[length]))
                  .toList();
          for (int step = 1; step <= STEPS; step++) {
            float[] sum = numbers(key, 0, step);
            for (int worker = 1; worker < WORKERS; worker++) {
              float[] part = numbers(key, worker, step);
              for (int i = 0; i < length; i++) {
                sum[i] += part[i];
              }
            }
            for (int i = 0; i < length; i++) {
              sum[i] *= 1f / WORKERS;
            }
            optimizer.update(
                MemorySegment.ofArray(values), MemorySegment.ofArray(sum), state, step);
          }
          all.put(key, values);
        });
    return all;
  }

  /** A worker's steps on all keys; in the end it has what the keys are. */
  private static Map<String, float[]> work(KVStore store, int me, boolean inOneCall) {
    Map<String, float[]> values = new TreeMap<>();
    LENGTHS.keySet().forEach(key -> values.put(key, numbers(key, me, 0)));
    values.forEach(store::init);
    for (int step = 1; step <= STEPS; step++) {
      for (String key : LENGTHS.keySet()) {
        float[] pushed = numbers(key, me, step);
        if (inOneCall) {
          store.pushPull(key, pushed, values.getOrDefault(key, pushed));
        } else {
          store.push(key, pushed);
        }
      }
      if (!inOneCall) {
        values.forEach(store::pull);
      }
    }
    return values;
  }

  private static List<Map<String, float[]>> run(int servers, Optimizer optimizer, boolean inOne) {
    List<Map<String, float[]>> results = Collections.synchronizedList(new ArrayList<>());
    Mpi.runThreads(
        WORKERS + servers,
        world -> {
          var server =
              ParameterServer.of(world, UpdateRule.of(optimizer)).partitionBytes(PARTITION);
          (servers == 0 ? server.colocated() : server.servers(servers))
              .run(store -> results.add(work(store, world.rank(), inOne)));
        });
    assertThat(results).hasSize(WORKERS);
    return results;
  }

  private static void assertSame(Map<String, float[]> values, Map<String, float[]> expected) {
    expected.forEach(
        (key, numbers) -> assertThat(values.get(key)).as(key).containsExactly(numbers));
  }

  @ParameterizedTest
  @CsvSource({"0, true", "1, true", "2, false", "3, true", "0, false"})
  void keysOnSomeServersAreBitForBitTheSame(int servers, boolean inOneCall) {
    for (Optimizer optimizer : List.of(new Sgd(0.1), new Sgd(0.1, 0.9, 0.01), new Adam(0.01))) {
      Map<String, float[]> expected = expected(optimizer);
      run(servers, optimizer, inOneCall).forEach(values -> assertSame(values, expected));
    }
  }

  /** A server's thread on each rank of a job, and memory that all reach; of three ranks. */
  static void inAnyJob(Communicator world) throws Exception {
    var optimizer = new Adam(0.01);
    ParameterServer.of(world, UpdateRule.of(optimizer))
        .colocated()
        .partitionBytes(PARTITION)
        .run(store -> assertSame(work(store, world.rank(), true), expected(optimizer)));
    float[] values = new float[1000];
    float[] pushed = new float[1000];
    Arrays.fill(pushed, 1 + world.rank());
    try (KVStore store = WindowStore.open(world, Consistency.BSP)) {
      store.init("key", values);
      for (int step = 1; step <= 50; step++) {
        store.pushPull("key", pushed, values);
        assertThat(values).containsOnly(6f * step);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void windowsHoldTheSameSums(int workers) {
    Mpi.runThreads(
        workers,
        world -> {
          Map<String, float[]> sums = new TreeMap<>();
          try (KVStore store = WindowStore.open(world, Consistency.BSP)) {
            sums.putAll(work(store, world.rank(), true));
          }
          Map<String, float[]> served = new ConcurrentHashMap<>();
          ParameterServer.of(world, UpdateRule.ADD)
              .colocated()
              .sums()
              .run(store -> served.putAll(work(store, world.rank(), false)));
          sums.forEach(
              (key, numbers) ->
                  assertThat(numbers)
                      .as(key)
                      .containsExactly(served.getOrDefault(key, new float[0]), within(1e-4f)));
        });
  }

  // ---- Models

  private static final int EXAMPLES = 24;
  private static final double RATE = 0.2;

  /** A rank's steps with gradients that allreduce has averaged. */
  private static float[] byAllreduce(Communicator world) {
    Network network = Spirals.network();
    for (int step = 0; step < STEPS; step++) {
      Spirals.learn(network, Spirals.batch(step * world.size() + world.rank(), EXAMPLES));
      float[] gradient = network.gradients().toArray(ValueLayout.JAVA_FLOAT);
      world.allreduce(gradient, Op.SUM);
      MemorySegment mean = MemorySegment.ofArray(gradient);
      Floats.scale(mean, 1f / world.size());
      network.gradients().copyFrom(mean);
      network
          .parameters()
          .forEach(p -> new Sgd(RATE).update(p.values(), p.gradient(), List.of(), 1));
      network.zeroGradients();
    }
    return Spirals.values(network);
  }

  private static float[] byServers(KVStore store, int me, int workers, String how) {
    Network network = Spirals.network();
    ServedModel model =
        switch (how) {
          case "overlapping" -> ServedModel.values(network, store).overlapping();
          case "gradients" -> ServedModel.gradients(network, store);
          case "window" -> ServedModel.values(network, store).scaledBy(-RATE / workers);
          default -> ServedModel.values(network, store);
        };
    for (int step = 0; step < STEPS; step++) {
      Spirals.learn(network, Spirals.batch(step * workers + me, EXAMPLES));
      model.step();
      if (how.equals("gradients")) {
        network
            .parameters()
            .forEach(p -> new Sgd(RATE).update(p.values(), p.gradient(), List.of(), 1));
        network.zeroGradients();
      }
    }
    return Spirals.values(network);
  }

  @ParameterizedTest
  @ValueSource(strings = {"values", "overlapping", "gradients", "window"})
  void aServedModelLearnsAsWithAllreduce(String how) {
    Mpi.runThreads(
        WORKERS,
        world -> {
          float[] expected = byAllreduce(world);
          var served = new ArrayList<float[]>();
          if (how.equals("window")) {
            try (KVStore store = WindowStore.open(world, Consistency.BSP)) {
              served.add(byServers(store, world.rank(), WORKERS, how));
            }
          } else {
            UpdateRule rule =
                how.equals("gradients") ? UpdateRule.ASSIGN : UpdateRule.of(new Sgd(RATE));
            ParameterServer.of(world, rule)
                .colocated()
                .run(store -> served.add(byServers(store, world.rank(), WORKERS, how)));
          }
          assertThat(served.getFirst()).containsExactly(expected, within(1e-5f));
        });
  }

  @Test
  @Ranks(value = 5, seconds = 90)
  void spareRanksSumAndHandBack(Communicator world) throws Exception {
    ParameterServer.of(world, UpdateRule.ASSIGN)
        .servers(2)
        .sums()
        .partitionBytes(1 << 10)
        .run(
            store -> {
              try (Arena arena = Arena.ofConfined()) {
                long bytes = 1 << 16;
                MemorySegment gradient = arena.allocate(bytes, Float.BYTES);
                store.init("gradient", gradient);
                for (int step = 1; step <= 3; step++) {
                  for (long i = 0; i < bytes / 4; i++) {
                    gradient.setAtIndex(ValueLayout.JAVA_FLOAT, i, step * (world.rank() + 1));
                  }
                  store.pushPull("gradient", gradient, gradient); // in place
                  assertThat(gradient.toArray(ValueLayout.JAVA_FLOAT)).containsOnly(6f * step);
                }
              }
            });
  }

  /** The last push of a worker that closes counts; later rounds go on without it. */
  @Test
  @Ranks(value = 4, seconds = 90)
  void whoClosesEarlierLeavesTheRoundsToTheOthers(Communicator world) throws Exception {
    ParameterServer.of(world, UpdateRule.ADD)
        .sums()
        .run(
            store -> {
              store.init("key", new float[1]);
              float[] value = new float[1];
              for (int step = 0; step <= world.rank(); step++) {
                store.pushPull("key", new float[] {1}, value);
              }
              assertThat(value[0]).isEqualTo(new float[] {3, 5, 6}[world.rank()]);
            });
  }

  /** Others wait for a worker that has closed at no key, whichever of them it has closed first. */
  @Test
  @Ranks(value = 3, seconds = 90)
  void whoClosesEarlierLeavesAllWindowsToTheOthers(Communicator world) {
    for (var consistency : List.of(Consistency.BSP, Consistency.ssp(0))) {
      try (KVStore store = WindowStore.open(world, consistency)) {
        store.init("first", new float[1]);
        store.init("second", new float[1]);
        float[] value = new float[1];
        for (int step = 0; step <= world.rank(); step++) {
          store.pushPull("first", new float[] {1}, value);
          store.pushPull("second", new float[] {1}, value);
        }
        assertThat(value[0]).isBetween(world.rank() + 1f, 6f);
      }
    }
  }
}
