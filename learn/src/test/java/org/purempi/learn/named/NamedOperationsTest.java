package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Op;
import org.purempi.VBuf;
import org.purempi.junit.Ranks;

/** What operations by name give is what plain collectives give. */
class NamedOperationsTest {
  private static final int NAMES = 24;
  private static final int ROUNDS = 12;
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final Duration NO_CYCLE = Duration.ZERO;

  private static float[] numbers(Communicator world, int name, int round) {
    var random = new Random(world.rank() * 1_000L + name * 7L + round);
    float[] a = new float[1 + 13 * name % 50];
    for (int i = 0; i < a.length; i++) {
      a[i] = random.nextInt(100) - 50; // their sums are exact
    }
    return a;
  }

  @Test
  @Ranks(
      value = {2, 3, 4},
      seconds = 120)
  void inAnyOrderTheyGiveWhatAllreduceGives(Communicator world) {
    Reduction[] reductions = {Reduction.SUM, Reduction.MIN, Reduction.MAX, Reduction.AVERAGE};
    var random = new Random(world.rank());
    var options = NamedOptions.DEFAULT.fused(400, NO_CYCLE);
    try (var operations = NamedOperations.over(world, options)) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Integer> order = new ArrayList<>(IntStream.range(0, NAMES).boxed().toList());
        Collections.shuffle(order, random);
        float[][] got = new float[NAMES][];
        List<Handle<Values>> handles = new ArrayList<>();
        for (int name : order) {
          got[name] = numbers(world, name, round);
          handles.add(operations.allreduce("w" + name, got[name], reductions[name % 4]));
        }
        Collections.shuffle(handles, random);
        handles.forEach(h -> h.await(LONG));
        assertThat(handles).allMatch(Handle::isDone);
        for (int name = 0; name < NAMES; name++) {
          assertThat(got[name]).containsExactly(plain(world, name, round, reductions[name % 4]));
        }
      }
    }
  }

  private static float[] plain(Communicator world, int name, int round, Reduction reduction) {
    float[] a = numbers(world, name, round);
    world.allreduce(a, reduction.rule().op());
    for (int i = 0; i < a.length && reduction.equals(Reduction.AVERAGE); i++) {
      a[i] = (float) (a[i] * (1.0 / world.size()));
    }
    return a;
  }

  @Test
  @Ranks({2, 3})
  void knownNamesCostABitAndSmallOnesShareAMessage(Communicator world) {
    var options = NamedOptions.DEFAULT.fused(1 << 20, Duration.ofMillis(20));
    try (var operations = NamedOperations.over(world, options)) {
      for (int step = 0; step < 3; step++) {
        List<Handle<Values>> handles = new ArrayList<>();
        for (int name = 0; name < NAMES; name++) {
          float[] a = {1, 2, 3};
          handles.add(operations.allreduce("w" + name, a, Reduction.SUM));
        }
        handles.forEach(Handle::await);
      }
      NamedCounts counts = operations.counts();
      assertThat(counts.negotiated()).isEqualTo(NAMES);
      assertThat(counts.cacheHits()).isEqualTo(2 * NAMES);
      assertThat(counts.fusedMessages()).isPositive();
      assertThat(counts.fusedOperations()).isGreaterThan(counts.fusedMessages());
      assertThat(counts.cycles()).isPositive();
    }
  }

  @Test
  @Ranks(2)
  void withoutCacheAndFusionAllIsNegotiatedAndAlone(Communicator world) {
    var options = NamedOptions.DEFAULT.fused(0, NO_CYCLE).cached(0);
    try (var operations = NamedOperations.over(world, options)) {
      for (int step = 0; step < 3; step++) {
        var a = operations.allreduce("a", new float[] {1, 2}, Reduction.SUM);
        var b = operations.allreduce("b", new float[] {3}, Reduction.SUM);
        assertThat(a.await().floats()).containsExactly(2, 4);
        assertThat(b.await().floats()).containsExactly(6);
      }
      NamedCounts counts = operations.counts();
      assertThat(counts.negotiated()).isEqualTo(6);
      assertThat(counts.cacheHits()).isZero();
      assertThat(counts.fusedMessages()).isZero();
    }
  }

  @Test
  @Ranks(3)
  void aSmallCacheForgetsTheOldestAndShapesMayChange(Communicator world) {
    var options = NamedOptions.DEFAULT.fused(1 << 20, NO_CYCLE).cached(3);
    try (var operations = NamedOperations.over(world, options)) {
      var random = new Random(5); // the same on all ranks
      for (int step = 0; step < 60; step++) {
        String name = "n" + random.nextInt(5);
        float[] a = new float[1 + random.nextInt(2)];
        Arrays.fill(a, world.rank());
        operations.allreduce(name, a, Reduction.SUM).await();
        assertThat(a).containsOnly(3);
      }
    }
  }

  @Test
  @Ranks({2, 4})
  void allOperationsAreWhatTheirNamesSay(Communicator world) {
    int n = world.size();
    int me = world.rank();
    try (var operations = NamedOperations.over(world)) {
      double[] rows = new double[2 * (me + 1)];
      Arrays.fill(rows, me);
      var gather = operations.allgather("rows", Values.of(rows, me + 1, 2));
      int[] ints = IntStream.range(0, 3 * n).map(i -> 100 * me + i).toArray();
      var exchange = operations.alltoall("blocks", Values.of(ints));
      long[] longs = {me, 7};
      var broadcast = operations.broadcast("root", Values.of(longs), n - 1);
      float[] parts = new float[2 * (n + 1)];
      Arrays.fill(parts, 1);
      var scatter = operations.reduceScatter("parts", Values.of(parts, n + 1, 2), Reduction.SUM);
      var barrier = operations.barrier("all");

      Gathered gathered = gather.await();
      double[] expected = new double[n * (n + 1)];
      long[] counts = IntStream.range(0, n).mapToLong(r -> 2L * (r + 1)).toArray();
      world.allgatherv(Buf.of(rows), VBuf.of(Buf.of(expected), counts));
      assertThat(doubles(gathered.values())).containsExactly(expected);
      assertThat(gathered.rows()).hasSize(n).endsWith((long) n);
      assertThat(gathered.values().shape()).containsExactly(n * (n + 1L) / 2, 2L);

      int[] plain = new int[3 * n];
      world.alltoall(ints, plain);
      MemorySegment exchanged = exchange.await().values().memory();
      assertThat(exchanged.toArray(ValueLayout.JAVA_INT)).containsExactly(plain);

      assertThat(broadcast.await().memory().toArray(ValueLayout.JAVA_LONG_UNALIGNED))
          .containsExactly(n - 1, 7);

      float[] scattered = scatter.await().floats();
      assertThat(scattered).hasSize(me == 0 ? 4 : 2).containsOnly(n);
      assertThat(barrier.await().size()).isZero();
    }
  }

  private static double[] doubles(Values v) {
    return v.memory().toArray(ValueLayout.JAVA_DOUBLE);
  }

  @Test
  @Ranks(2)
  void rowsAreSplitAsEachRankSays(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      long[] splits = world.rank() == 0 ? new long[] {0, 3} : new long[] {2, 1};
      float[] mine = {world.rank(), world.rank(), world.rank()};
      Gathered got = operations.alltoall("t", Values.of(mine), splits).await();
      if (world.rank() == 0) {
        assertThat(got.values().floats()).containsExactly(1, 1);
        assertThat(got.rows()).containsExactly(0L, 2L);
      } else {
        assertThat(got.values().floats()).containsExactly(0, 0, 0, 1);
        assertThat(got.rows()).containsExactly(3L, 1L);
      }
    }
  }

  @Test
  @Ranks(2)
  void scalesAndOtherMemoryWorkAloneAndFused(Communicator world) {
    Reduction reduction = Reduction.SUM.prescaled(0.5).postscaled(3);
    for (long fusion : new long[] {0, 1 << 20}) {
      var options = NamedOptions.DEFAULT.fused(fusion, Duration.ofMillis(5));
      try (var operations = NamedOperations.over(world, options)) {
        Values in = Values.of(new float[] {2, 4});
        Values out = Values.of(Arena.ofAuto().allocate(8), NumberType.FLOAT32);
        Values plainOut = Values.of(new float[2]);
        float[] inPlace = {2, 4};
        var a = operations.allreduce("a", in, out, reduction);
        var b = operations.allreduce("b", inPlace, reduction);
        var c = operations.allreduce("c", in, plainOut, Reduction.MAX);
        var d = operations.reduceScatter("d", Values.of(new float[] {2, 4}), reduction);
        assertThat(a.await()).isSameAs(out);
        assertThat(out.floats()).containsExactly(6, 12);
        b.await();
        assertThat(inPlace).containsExactly(6, 12);
        assertThat(c.await().floats()).containsExactly(2, 4);
        assertThat(d.await().floats()).containsExactly(world.rank() == 0 ? 6 : 12);
        assertThat(in.floats()).containsExactly(2, 4);
      }
    }
  }

  @Test
  @Ranks(3)
  void aGroupIsDoneTogether(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      List<Values> group = List.of(Values.of(new float[] {1}), Values.of(new float[] {2, 3}, 1, 2));
      var handle = operations.allreduce("group", group, Reduction.SUM);
      assertThat(handle.await()).containsExactlyElementsOf(group);
      assertThat(group.get(0).floats()).containsExactly(3);
      assertThat(group.get(1).floats()).containsExactly(6, 9);
    }
  }

  @Test
  @Ranks(2)
  void everyTypeIsCombined(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      short[] halves = {Float.floatToFloat16(1.5f), Float.floatToFloat16(-2)};
      short[] brains = {(short) (Float.floatToIntBits(1.5f) >>> 16), (short) 0x4000};
      var memory = MemorySegment.ofArray(halves);
      var brain = MemorySegment.ofArray(brains);
      byte[] bytes = {3, (byte) (4 + world.rank())};
      double[] doubles = {1, 2};
      List<Handle<Values>> handles =
          List.of(
              operations.allreduce("h", Values.of(memory, NumberType.FLOAT16), Reduction.SUM),
              operations.allreduce(
                  "b", Values.of(brain, NumberType.BFLOAT16), Reduction.AVERAGE.postscaled(4)),
              operations.allreduce("i", Values.of(bytes), Reduction.MAX),
              operations.allreduce("d", Values.of(doubles), Reduction.PRODUCT));
      handles.forEach(Handle::await);
      assertThat(Float.float16ToFloat(halves[0])).isEqualTo(3);
      assertThat(Float.float16ToFloat(halves[1])).isEqualTo(-4);
      assertThat(Float.intBitsToFloat(brains[0] << 16)).isEqualTo(6);
      assertThat(Float.intBitsToFloat(brains[1] << 16)).isEqualTo(8);
      assertThat(bytes).containsExactly(3, 5);
      assertThat(doubles).containsExactly(1, 4);
    }
  }

  @Test
  @Ranks(value = 2, processes = true, seconds = 90)
  void processesDoTheSame(Communicator world) {
    try (var operations = NamedOperations.over(world)) {
      for (int round = 0; round < 20; round++) {
        String[] names = world.rank() == 0 ? new String[] {"a", "b"} : new String[] {"b", "a"};
        List<Handle<Values>> handles = new ArrayList<>();
        for (String name : names) {
          handles.add(operations.allreduce(name, new float[] {round, 1}, Reduction.SUM));
        }
        for (Handle<Values> h : handles) {
          assertThat(h.await().floats()).containsExactly(2 * round, 2);
        }
      }
      assertThat(operations.counts().cacheHits()).isGreaterThan(20);
      int sum = world.allreduce(1, Op.SUM);
      assertThat(sum).isEqualTo(2);
    }
  }
}
