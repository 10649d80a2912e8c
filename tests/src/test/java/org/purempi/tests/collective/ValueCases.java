package org.purempi.tests.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.purempi.Communicator;
import org.purempi.Intercommunicator;
import org.purempi.Mpi;
import org.purempi.MpiArgumentException;
import org.purempi.Op;
import org.purempi.tests.OnRanks;

/** Collectives of one value: what is not defined at a rank comes back empty. */
final class ValueCases {
  private ValueCases() {}

  /** Sections 6.4 to 6.7. */
  @OnRanks({1, 2, 3, 4})
  static void oneValueOfEachRankIsMoved(Communicator world) {
    int n = world.size();
    int r = world.rank();
    for (int root = 0; root < n; root++) {
      boolean isRoot = r == root;
      assertThat(world.bcast(isRoot ? 40 + root : -1, root)).isEqualTo(40 + root);
      assertThat(world.bcast(isRoot ? 1L << 40 : 0, root)).isEqualTo(1L << 40);
      assertThat(world.bcast(isRoot ? 1.5f : 0, root)).isEqualTo(1.5f);
      assertThat(world.bcast(isRoot ? Math.PI : 0, root)).isEqualTo(Math.PI);
      assertThat(world.bcast(isRoot, root)).isTrue();

      int[] all = IntStream.range(0, n).map(i -> i * i).toArray();
      assertThat(world.gather(r * r, root)).isEqualTo(isRoot ? all : new int[0]);
      assertThat(world.scatter(isRoot ? all : null, root)).isEqualTo(r * r);
    }
    assertThat(world.allgather(r + 0.5)).hasSize(n).contains(0.5, n - 0.5);
    assertThat(world.allgather((long) r)).hasSize(n).startsWith(0).endsWith(n - 1);
    assertThat(world.allgather(r % 2 == 0)).hasSize(n).startsWith(true);
    assertThat(world.gather(r + 0.25f, 0)).hasSize(r == 0 ? n : 0);
  }

  /** Sections 6.9 and 6.11. */
  @OnRanks({1, 2, 3, 4})
  static void oneValueOfEachRankIsReduced(Communicator world) {
    int n = world.size();
    int r = world.rank();
    int sum = n * (n + 1) / 2;
    int upToMe = (r + 1) * (r + 2) / 2;
    for (int root = 0; root < n; root++) {
      boolean isRoot = r == root;
      assertThat(world.reduce(r + 1, Op.SUM, root)).isEqualTo(when(isRoot, sum));
      assertThat(world.reduce(r + 1L, Op.MAX, root)).isEqualTo(when(isRoot, (long) n));
      assertThat(world.reduce(r + 0.5, Op.MIN, root)).isEqualTo(when(isRoot, 0.5));
      assertThat(world.reduce(r > 0, Op.LAND, root)).isEqualTo(when(isRoot, false));
      assertThat(world.reduce(2f, Op.SUM, root)).isEqualTo(when(isRoot, 2f * n));
    }
    assertThat(world.scan(r + 1, Op.SUM)).isEqualTo(upToMe);
    assertThat(world.scan(r + 1.0, Op.SUM)).isEqualTo(upToMe);
    assertThat(world.scan(r == 0, Op.LOR)).isTrue();
    assertThat(world.exscan(r + 1, Op.SUM)).isEqualTo(when(r > 0, upToMe - r - 1));
    assertThat(world.exscan(r + 1L, Op.SUM).orElse(0L)).isEqualTo(upToMe - r - 1);
  }

  private static <T> Optional<T> when(boolean isThere, T value) {
    return isThere ? Optional.of(value) : Optional.empty();
  }

  /** Section 6.2.3: the root's group says ROOT or PROC_NULL, the other names the root. */
  @OnRanks({2, 3, 4})
  static void oneValueBetweenTwoGroupsGoesToTheRootOfTheOther(Communicator world) {
    int n = world.size();
    boolean left = world.rank() == 0;
    Communicator group = Objects.requireNonNull(world.split(left ? 0 : 1, world.rank()));
    try (Intercommunicator bridge = group.intercommCreate(0, world, left ? 1 : 0, 5)) {
      int root = left ? Mpi.ROOT : 0;
      int rank = world.rank();
      int[] others = IntStream.range(1, n).toArray();
      assertThat(bridge.gather(rank, root)).isEqualTo(left ? others : new int[0]);
      assertThat(bridge.reduce(rank, Op.SUM, root))
          .isEqualTo(when(left, Arrays.stream(others).sum()));
      assertThat(bridge.bcast(left ? 9.5 : 0, root)).isEqualTo(9.5);
      assertThat(bridge.allgather(rank)).isEqualTo(left ? others : new int[] {0});
      assertThatThrownBy(() -> bridge.scan(1, Op.SUM)).isInstanceOf(MpiArgumentException.class);
    }
    group.close();
  }
}
