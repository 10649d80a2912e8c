package org.purempi.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ContextTableTest {
  @Test
  void aContextThatNobodyRegisteredHasEmptyQueues() {
    var table = new ContextTable();
    assertThat(table.queues(12).isArrivedEmpty()).isTrue();
    assertThat(table.queues(12)).isSameAs(table.queues(12)).isNotSameAs(table.queues(16));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void behavesAsAMapWhateverIsRemoved(long seed) {
    var random = new Random(seed);
    var table = new ContextTable();
    Map<Long, Object> oracle = new HashMap<>();
    for (int step = 0; step < 20_000; step++) {
      long context = (long) random.nextInt(300) << (random.nextBoolean() ? 2 : 24);
      if (random.nextInt(3) == 0) {
        table.remove(context);
        oracle.remove(context);
      } else {
        Object queues = table.queues(context);
        Object known = oracle.putIfAbsent(context, queues);
        assertThat(queues)
            .as("seed %d step %d", seed, step)
            .isSameAs(known == null ? queues : known);
      }
    }
  }
}
