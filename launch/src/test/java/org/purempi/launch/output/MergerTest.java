package org.purempi.launch.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The labels of one and of several ranks. */
@Timeout(10)
class MergerTest {
  private static BitSet ranks(int... some) {
    var set = new BitSet();
    for (int rank : some) {
      set.set(rank);
    }
    return set;
  }

  @Test
  void ranksInARowBecomeARange() {
    assertThat(Labels.ranks(ranks(0, 1, 2, 5, 7, 8))).isEqualTo("0-2,5,7-8");
    assertThat(Labels.ranks(ranks(3))).isEqualTo("3");
  }

  @Test
  void aLabelIsColouredByItsFirstRank() {
    assertThat(Labels.of("3", 3, false)).isEqualTo("[3] ");
    assertThat(Labels.of("3", 3, true)).isEqualTo("\u001b[32m[3]\u001b[0m ");
    assertThat(Labels.of("9", 9, true)).isEqualTo("\u001b[32m[9]\u001b[0m ");
  }
}
