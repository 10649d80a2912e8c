package org.purempi.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.checkpoint.Share.Layout;

/** Which elements lie where, and how they get from one distribution to another. */
@Timeout(30)
class ShareTest {
  private static final int MOST_RANKS = 7;
  private static final int MOST_ELEMENTS = 40;

  @Test
  void everyElementLiesOnExactlyOneRank() {
    for (Layout layout : new Layout[] {Layout.BLOCK, Layout.CYCLIC}) {
      for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
        for (int global = 0; global <= MOST_ELEMENTS; global++) {
          int[] owners = new int[global];
          for (int rank = 0; rank < ranks; rank++) {
            Share share = new Share(layout, global, rank, ranks);
            for (long i = 0; i < share.length(); i++) {
              owners[(int) share.global(i)]++;
              assertThat(share.owner(share.global(i))).isEqualTo(rank);
            }
          }
          assertThat(owners).containsOnly(global == 0 ? new int[0] : new int[] {1});
        }
      }
    }
  }

  @Test
  void elementsOfEveryDistributionReachEveryOther() {
    for (Layout layout : new Layout[] {Layout.BLOCK, Layout.CYCLIC}) {
      for (int from = 1; from <= MOST_RANKS; from++) {
        for (int to = 1; to <= MOST_RANKS; to++) {
          for (int global = 0; global <= MOST_ELEMENTS; global++) {
            reaches(layout, global, from, to);
          }
        }
      }
    }
  }

  private static void reaches(Layout layout, int global, int from, int to) {
    for (int rank = 0; rank < to; rank++) {
      Share target = new Share(layout, global, rank, to);
      long[] values = new long[(int) target.length()];
      for (int old = 0; old < from; old++) {
        Share source = new Share(layout, global, old, from);
        Run run = Run.between(source, target);
        for (long i = 0; i < run.count(); i++) {
          values[(int) (run.to() + i * run.toStep())] +=
              1 + source.global(run.from() + i * run.fromStep());
        }
      }
      for (int i = 0; i < values.length; i++) {
        assertThat(values[i]).isEqualTo(1 + target.global(i));
      }
    }
  }

  @Test
  void aShareIsOneOfARankOfADistribution() {
    assertThatThrownBy(() -> new Share(Layout.LOCAL, 3, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Share(Layout.BLOCK, -1, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Share(Layout.BLOCK, 3, 2, 2))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
