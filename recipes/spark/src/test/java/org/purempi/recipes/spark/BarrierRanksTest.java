package org.purempi.recipes.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Op;

/** Spark itself, with its tasks as threads of this JVM. */
@Timeout(120)
class BarrierRanksTest {
  private static JavaSparkContext spark;

  @BeforeAll
  static void start() {
    spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[4]")
                .setAppName("ranks")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1"));
  }

  @AfterAll
  static void stop() {
    spark.close();
  }

  @Test
  void theTasksOfABarrierStageAreRanks() {
    List<Integer> numbers = IntStream.rangeClosed(1, 100).boxed().toList();
    List<String> lines =
        BarrierRanks.run(
            spark.parallelize(numbers, 4),
            (world, partition) -> {
              double own = 0;
              while (partition.hasNext()) {
                own += partition.next();
              }
              double all = world.allreduce(own, Op.SUM);
              return List.of(world.rank() + "/" + world.size() + " " + all);
            });
    assertThat(lines).containsExactly("0/4 5050.0", "1/4 5050.0", "2/4 5050.0", "3/4 5050.0");
  }

  @Test
  void stagesFollowEachOther() {
    List<Integer> all = new ArrayList<>();
    for (int stage = 0; stage < 3; stage++) {
      all.addAll(
          BarrierRanks.run(
              spark.parallelize(List.of(5, 6), 2),
              (world, partition) -> {
                int[] other = new int[1];
                int peer = 1 - world.rank();
                world.sendrecv(new int[] {partition.next()}, peer, 0, other, peer, 0);
                return List.of(other[0]);
              }));
    }
    assertThat(all).containsExactly(6, 5, 6, 5, 6, 5);
  }

  @Test
  void aRankThatFailsEndsTheStageAndTheOthersDoNotHang() {
    assertThatThrownBy(
            () ->
                BarrierRanks.run(
                    spark.parallelize(List.of(1, 2, 3), 3),
                    (world, partition) -> {
                      if (world.rank() == 1) {
                        throw new IllegalStateException("bad data");
                      }
                      world.recv(new double[1], 1, 0);
                      return List.of(0);
                    }))
        .hasMessageContaining("rank 1 of 3 failed")
        .hasMessageContaining("bad data");
    theTasksOfABarrierStageAreRanks();
  }
}
