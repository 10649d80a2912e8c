package org.purempi.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ColdTest {

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

  private List<String> lines() {
    return printed.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** One rank, which counts what it is made to do. */
  private final class Counting extends Cold {
    private int calls;
    private int barriers;

    Counting() {
      super(0, 1, out);
    }

    @Override
    Loop loop(String name, int bytes) {
      return new Loop(Loop.Kind.CALL, 0, () -> calls++);
    }

    @Override
    void barrier() {
      barriers++;
    }

    @Override
    double[] sum(double[] mine) {
      return mine;
    }
  }

  @Test
  void loopsRunAsOftenAsPublicBenchmarksDo() {
    var cold = new Counting();
    cold.run("loops", "bcast", "1", "8192");
    assertThat(cold.calls).isEqualTo(2 * (10_000 + 10_000));
    cold.calls = 0;
    cold.barriers = 0;
    cold.run("loops", "bcast", "8193");
    assertThat(cold.calls).isEqualTo(100 + 500);
    assertThat(cold.barriers).as("before both loops and after every call").isEqualTo(2 + 600);
    assertThat(lines()).hasSize(3).allMatch(line -> line.matches("bcast [0-9]+ [0-9.e+-]+"));
  }

  @Test
  void aCurveHasAPointForEveryPowerOfTenAndOneBarrier() {
    var cold = new Counting();
    cold.run("first", "bcast", "8", "1000");
    assertThat(cold.calls).isEqualTo(1000);
    assertThat(cold.barriers).isEqualTo(1);
    assertThat(lines().stream().map(line -> line.replaceAll(" [^ ]+$", "")))
        .containsExactly(
            "bcast_first_1 8", "bcast_first_10 8", "bcast_first_100 8", "bcast_first_1000 8");
    List<Double> micros =
        lines().stream().map(line -> Double.valueOf(line.split(" ", -1)[2])).toList();
    assertThat(micros).isSorted();
  }

  /** More than a ring holds goes through it, and comes round. */
  @Test
  void ringsCarryLongMessagesAsTheyAre(@TempDir Path directory) throws Exception {
    Path file = Files.createFile(directory.resolve("rings"));
    double[] numbers = IntStream.range(0, 100_003).asDoubleStream().toArray();
    try (var executor = Executors.newSingleThreadExecutor()) {
      var partner =
          executor.submit(
              () -> {
                var rings = ColdRings.open(file, 1, out);
                rings.barrier();
                return rings.sum(numbers);
              });
      var rings = ColdRings.open(file, 0, out);
      rings.barrier();
      double[] sums = rings.sum(numbers);
      assertThat(sums).isEqualTo(DoubleStream.of(numbers).map(each -> 2 * each).toArray());
      assertThat(partner.get()).isEqualTo(sums);
    }
  }
}
