package org.purempi.learn.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.learn.data.ShardedSampler.Rest;

/** Every example is dealt out once. */
class ShardedSamplerTest {
  private static List<Integer> all(int size, int ranks, Rest rest, int epoch) {
    List<Integer> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      var sampler = new ShardedSampler(size, rank, ranks, 5, rest);
      int[] mine = sampler.epoch(epoch);
      assertThat(mine).hasSize(sampler.length());
      IntStream.of(mine).forEach(all::add);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7})
  void everyExampleIsDealtOutOnce(int ranks) {
    Integer[] everybody = IntStream.range(0, 100).boxed().toArray(Integer[]::new);
    assertThat(all(100, ranks, Rest.KEEP, 0)).containsExactlyInAnyOrder(everybody);
    assertThat(all(100, ranks, Rest.DROP, 0)).doesNotHaveDuplicates().hasSize(100 / ranks * ranks);
    assertThat(all(100, ranks, Rest.REPEAT, 0))
        .contains(everybody)
        .hasSize(Math.ceilDiv(100, ranks) * ranks);
  }

  @Test
  void epochsDifferAndTheSameOneIsTheSame() {
    assertThat(all(100, 3, Rest.KEEP, 1)).isEqualTo(all(100, 3, Rest.KEEP, 1));
    assertThat(all(100, 3, Rest.KEEP, 1)).isNotEqualTo(all(100, 3, Rest.KEEP, 2));
  }

  @Test
  void batchesOfAllRanksAreThoseOfOne() {
    int[] one = new ShardedSampler(100, 0, 1, 5, Rest.KEEP).epoch(3);
    int[] first = new ShardedSampler(100, 0, 2, 5, Rest.KEEP).epoch(3);
    int[] second = new ShardedSampler(100, 1, 2, 5, Rest.KEEP).epoch(3);
    for (int i = 0; i < 50; i++) {
      assertThat(first[i]).isEqualTo(one[2 * i]);
      assertThat(second[i]).isEqualTo(one[2 * i + 1]);
    }
  }

  @Test
  void moreRanksThanExamples() {
    assertThat(all(2, 5, Rest.REPEAT, 0)).hasSize(5).contains(0, 1);
    assertThat(all(2, 5, Rest.DROP, 0)).isEmpty();
    assertThatThrownBy(() -> new ShardedSampler(0, 0, 1, 5, Rest.KEEP))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a data set of 0 examples");
  }
}
