package org.purempi.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.purempi.Communicator;
import org.purempi.Op;

/** Tests on ranks that pass. */
class RanksTest {
  private final Set<String> seen = new ConcurrentSkipListSet<>();
  private int before;

  @BeforeEach
  void prepare() {
    before++;
  }

  @Test
  @Ranks(4)
  void everyRankHasTheSum(Communicator world) {
    assertEquals(4, world.size());
    assertEquals(6, world.allreduce(world.rank(), Op.SUM));
  }

  @Nested
  class OnSeveralNumbersOfRanks {
    @Test
    @Ranks({1, 2, 5})
    void runsOnEach(Communicator world) {
      seen.add(world.rank() + "/" + world.size());
    }

    @AfterEach
    void allWereThere() {
      assertThat(seen).containsExactly("0/1", "0/2", "0/5", "1/2", "1/5", "2/5", "3/5", "4/5");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b"})
  @Ranks(2)
  void parametersComeBesideTheWorld(String text, Communicator world) {
    int[] all = new int[2];
    world.allgather(new int[] {text.charAt(0)}, all);
    assertEquals(all[0], all[1]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hello", "world"})
  @Ranks(value = 2, processes = true)
  void anyTextReachesAProcess(String text, Communicator world) {
    assertThat(text).isIn("hello", "world");
    assertEquals(2, world.size());
  }

  @RepeatedTest(2)
  @Ranks(value = 300, virtual = true)
  void hundredsOfVirtualRanks(Communicator world) {
    assertThat(Thread.currentThread().isVirtual()).isTrue();
    assertEquals(300, world.allreduce(1, Op.SUM));
  }

  @ParameterizedTest
  @ValueSource(ints = {7, 8})
  @Ranks(value = 2, processes = true)
  void processesHaveAnInstanceEach(int number, Communicator world) {
    assertEquals(1, before);
    assertThat(number).isIn(7, 8);
    long[] mine = {ProcessHandle.current().pid()};
    long[] all = new long[2];
    world.allgather(mine, all);
    assertThat(all[0]).isNotEqualTo(all[1]);
  }

  @Nested
  @Ranks(3)
  class OfAClass {
    @Test
    void allTestsWithAWorldRunOnRanks(Communicator world) {
      assertEquals(3, world.size());
    }

    @Test
    void testsWithoutAWorldRunOnce() {
      seen.add("once");
      assertThat(seen).isEqualTo(Set.copyOf(List.of("once")));
    }

    @Test
    @Ranks(2)
    void theMethodsOwnNumberWins(Communicator world) {
      assertEquals(2, world.size());
    }
  }
}
