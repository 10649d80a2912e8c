package org.purempi.learn.data;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;
import org.purempi.learn.ElementType;
import org.purempi.learn.Model;
import org.purempi.learn.Parameter;
import org.purempi.learn.named.HostRanks;

/** What becomes of gradients of each type, in each way to sum them. */
@Ranks(value = 1, seconds = 60)
class ExchangeTest {
  private static Parameter parameter(String name, ElementType type, long size) {
    return new Parameter(
        name,
        List.of(size),
        type,
        Arena.ofAuto().allocate(size * type.bytes(), 8),
        Arena.ofAuto().allocate(size * type.bytes(), 8));
  }

  private static void set(Parameter p, int i, double x) {
    MemorySegment g = p.gradient();
    switch (p.type()) {
      case FLOAT32 -> g.setAtIndex(JAVA_FLOAT, i, (float) x);
      case FLOAT64 -> g.setAtIndex(JAVA_DOUBLE, i, x);
      case FLOAT16, BFLOAT16 -> g.setAtIndex(JAVA_SHORT, i, p.type().narrow((float) x));
    }
  }

  private static double get(Parameter p, int i) {
    MemorySegment g = p.gradient();
    return switch (p.type()) {
      case FLOAT32 -> g.getAtIndex(JAVA_FLOAT, i);
      case FLOAT64 -> g.getAtIndex(JAVA_DOUBLE, i);
      case FLOAT16, BFLOAT16 -> p.type().widen(g.getAtIndex(JAVA_SHORT, i));
    };
  }

  @Test
  @Ranks({1, 3})
  void typesDoNotShareABucket(Communicator world) {
    List<Parameter> parameters =
        List.of(
            parameter("a", ElementType.FLOAT64, 5),
            parameter("b", ElementType.FLOAT64, 3),
            parameter("c", ElementType.FLOAT32, 7),
            parameter("d", ElementType.FLOAT64, 2));
    Model model = () -> parameters;
    assertThat(Bucket.of(model, 1 << 20, 1 << 20, Arena.ofAuto()))
        .extracting(b -> b.parameters().stream().map(Parameter::name).toList())
        .containsExactly(List.of("d"), List.of("c"), List.of("a", "b"));
    try (var parallel = DataParallel.setup(world, model).open()) {
      for (Parameter p : parameters) {
        for (int i = 0; i < p.size(); i++) {
          set(p, i, world.rank() + i);
        }
      }
      parallel.finish();
      for (Parameter p : parameters) {
        for (int i = 0; i < p.size(); i++) {
          assertThat(get(p, i)).isCloseTo((world.size() - 1) / 2.0 + i, within(1e-6));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT16", "BFLOAT16"})
  @Ranks({1, 2, 3})
  void gradientsOfSixteenBitsAreSummedInFloats(ElementType type, Communicator world) {
    Parameter p = parameter("p", type, 11);
    Model model = () -> List.of(p);
    try (var parallel = DataParallel.setup(world, model).exchange(Exchange.half(type)).open()) {
      for (int i = 0; i < 11; i++) {
        set(p, i, 3 * (world.rank() + 1) * (i - 5));
      }
      parallel.finish();
      double mean = 3 * (world.size() + 1) / 2.0;
      for (int i = 0; i < 11; i++) {
        assertThat(get(p, i)).isCloseTo(mean * (i - 5), within(Math.abs(mean * (i - 5)) / 100));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"FLOAT32", "FLOAT64"})
  @Ranks({4, 5, 6})
  void hostsSumFirstAndThenTheNetwork(ElementType type, Communicator world) {
    int perHost = 2; // of five ranks, one has a host for itself
    for (int size : new int[] {1, 3, 1000}) {
      Parameter p = parameter("p", type, size);
      Communicator comm = world.dup();
      Communicator local = Objects.requireNonNull(world.split(world.rank() / perHost, 0));
      HostRanks hosts = Hosts.keep(comm, HostRanks.of(comm, local));
      assertThat(Hosts.areWorthIt(hosts)).isEqualTo(world.size() % perHost == 0);
      try (var sum = Exchange.HIERARCHICAL.open(comm, p.gradient(), type)) {
        for (int round = 1; round < 4; round++) {
          for (int i = 0; i < size; i++) {
            set(p, i, round * (world.rank() + 1) * (i + 1));
          }
          sum.start();
          for (int i = 0; i < (round - 1) * 1000; i++) {
            sum.advance();
          }
          sum.finish();
          double all = round * world.size() * (world.size() + 1) / 2.0;
          for (int i = 0; i < size; i++) {
            assertThat(get(p, i)).isEqualTo(all * (i + 1));
          }
        }
      }
      comm.close();
    }
  }

  @Test
  @Ranks(2)
  void whatAnExchangeCannotTakeIsSaid(Communicator world) {
    Model halves = () -> List.of(parameter("p", ElementType.FLOAT16, 4));
    assertThatThrownBy(() -> DataParallel.setup(world, halves).open())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("gradients of FLOAT16 are summed by Exchange.half(FLOAT16)");
    Model doubles = () -> List.of(parameter("p", ElementType.FLOAT64, 4));
    assertThatThrownBy(
            () ->
                DataParallel.setup(world, doubles)
                    .exchange(Exchange.half(ElementType.BFLOAT16))
                    .open())
        .hasMessage("gradients of FLOAT64 cannot be sent as BFLOAT16");
    assertThatThrownBy(() -> DataParallel.setup(world, doubles).exchange(Exchange.topK(0.1)).open())
        .hasMessage("the largest are chosen of FLOAT32 alone, not of FLOAT64");
    assertThatThrownBy(() -> DataParallel.setup(world, doubles).sharded().open())
        .hasMessage("a sharded optimiser updates FLOAT32 alone, not FLOAT64");
    assertThatThrownBy(() -> Exchange.half(ElementType.FLOAT32))
        .hasMessage("FLOAT32 is not a type of 16 bits");
    assertThatThrownBy(() -> Exchange.topK(0))
        .hasMessage("a share is above 0 and at most 1, not 0.0");
    assertThatThrownBy(() -> DataParallel.setup(world, doubles).bucketBytes(0))
        .hasMessage("a bucket of 0 bytes");
  }

  @Test
  void theLimitOfTheLargestIsTheOneASortFinds() {
    var random = new Random(1);
    for (int round = 0; round < 2000; round++) {
      float[] a = new float[1 + random.nextInt(40)];
      for (int i = 0; i < a.length; i++) {
        a[i] = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextFloat();
        a[i] = random.nextInt(50) == 0 ? Float.NaN : a[i];
      }
      float[] sorted = a.clone();
      Arrays.sort(sorted);
      int k = 1 + random.nextInt(a.length);
      assertThat(Float.valueOf(TopKSummation.smallestOfLargest(a, k)))
          .isEqualTo(Float.valueOf(sorted[a.length - k]));
    }
  }
}
