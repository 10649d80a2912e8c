package org.purempi.learn.named;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.purempi.Communicator;
import org.purempi.junit.Ranks;

/** The numbers of ranks on their hosts. */
class HostRanksTest {
  @Test
  @Ranks(3)
  void onOneHostAllAreLocal(Communicator world) {
    try (HostRanks ranks = HostRanks.of(world)) {
      assertThat(ranks.rank()).isEqualTo(world.rank());
      assertThat(ranks.size()).isEqualTo(3);
      assertThat(ranks.localRank()).isEqualTo(world.rank());
      assertThat(ranks.localSize()).isEqualTo(3);
      assertThat(ranks.crossRank()).isZero();
      assertThat(ranks.crossSize()).isOne();
      assertThat(ranks.isHomogeneous()).isTrue();
    }
  }

  @Test
  @Ranks(4)
  void hostsMayHaveDifferentNumbersOfRanks(Communicator world) {
    int me = world.rank();
    try (HostRanks even = HostRanks.of(world, part(world, me % 2))) {
      assertThat(even.isHomogeneous()).isTrue();
      assertThat(even.localRank()).isEqualTo(me / 2);
      assertThat(even.crossRank()).isEqualTo(me % 2);
      assertThat(even.crossSize()).isEqualTo(2);
    }
    try (HostRanks uneven = HostRanks.of(world, part(world, me == 3 ? 1 : 0))) {
      assertThat(uneven.isHomogeneous()).isFalse();
      assertThat(uneven.localSize()).isEqualTo(me == 3 ? 1 : 3);
      assertThat(uneven.localRank()).isEqualTo(me % 3);
      assertThat(uneven.crossRank()).isEqualTo(me == 3 ? 1 : 0);
      assertThat(uneven.crossSize()).isEqualTo(me % 3 == 0 ? 2 : 1);
    }
  }

  private static Communicator part(Communicator world, int host) {
    return Objects.requireNonNull(world.split(host, world.rank()));
  }
}
