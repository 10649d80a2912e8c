package org.purempi.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class RankPlacementTest {
  private static RankPlacement place(String hosts, int ranks, Mapping mapping)
      throws HostsException {
    return new RankPlacement.Plan(mapping)
        .place(HostWords.parse("-hosts", hosts), ranks)
        .placement();
  }

  private static String names(RankPlacement placement) {
    var text = new StringBuilder();
    placement.hostOf().forEach(host -> text.append(placement.hosts().get(host).name()));
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a:2,b:1   | 3 | slot       | aab   | (vector,(0,1,2),(1,1,1))",
        "a:2,b:1   | 6 | slot       | aabaab| (vector,(0,1,2),(1,1,1),(0,1,2),(1,1,1))",
        "a,b,c     | 4 | slot       | abca  | (vector,(0,3,1),(0,1,1))",
        "a:2,b:2   | 4 | slot       | aabb  | (vector,(0,2,2))",
        "a:2,b:2   | 4 | node       | abab  | (vector,(0,2,1),(0,2,1))",
        "a:3,b:1   | 4 | node       | abaa  | (vector,(0,2,1),(0,1,2))",
        "a:4,b:4   | 4 | ppr:2:node | aabb  | (vector,(0,2,2))",
        "a:9       | 4 | core       | aaaa  | (vector,(0,1,4))",
        "a,b,c     | 1 | slot       | a     | (vector,(0,1,1))",
        "a:1       | 2 | :OVERSUBSCRIBE | aa | (vector,(0,1,2))",
        "a:1,b:1   | 4 | node:OVERSUBSCRIBE | abab | (vector,(0,2,1),(0,2,1))",
      })
  void ranksGoToHosts(String hosts, int ranks, String by, String where, String mapping)
      throws HostsException {
    RankPlacement placement = place(hosts, ranks, Mapping.parse("-map-by", by));
    assertThat(names(placement)).isEqualTo(where);
    assertThat(placement.processMapping()).isEqualTo(mapping);
  }

  @Test
  void programsShareTheHostsOrHaveTheirOwn() throws HostsException {
    var plan = new RankPlacement.Plan(Mapping.BY_SLOT);
    HostList both = HostWords.parse("-hosts", "a:2,b:2");
    plan.place(both, 1).place(both, 2).place(HostWords.parse("-host", "c,a"), 2);
    assertThat(names(plan.placement())).isEqualTo("aabca");
    assertThat(plan.placement().ranksOn(0)).containsExactly(0, 1, 4);
    assertThat(plan.placement().mostOnAHost()).isEqualTo(3);
    assertThat(plan.placement().text()).contains("a: ranks 0-1,4").contains("b: rank 2");
  }

  @Test
  void moreRanksThanCountedSlotsAreSaidToBeMany() throws HostsException {
    assertThat(place("a:2,b:1", 3, Mapping.BY_SLOT).crowded()).isFalse();
    assertThat(place("a:2,b:1", 4, Mapping.BY_SLOT).crowded()).isTrue();
    assertThat(place("a,b", 4, Mapping.BY_SLOT).crowded()).isFalse();
    assertThat(place("a:1,b:1", 4, Mapping.BY_SLOT.withPerHost(2)).crowded()).isFalse();
  }

  /** As {@code mpiexec.hydra -f} places them; a hostfile of PBS has such lines, too. */
  @Test
  void hostsThatTakeTurnsInTheListTakeTurnsAmongTheRanks() throws HostsException {
    assertThat(place("a,b,a,b", 6, Mapping.BY_SLOT).hostOf()).containsExactly(0, 1, 0, 1, 0, 1);
    assertThat(place("a:2,b,a,b:2", 8, Mapping.BY_SLOT).hostOf())
        .containsExactly(0, 0, 1, 0, 1, 1, 0, 0);
    assertThat(place("a:1,a:1,b", 4, Mapping.BY_SLOT).hostOf()).containsExactly(0, 0, 1, 0);
    assertThat(place("a,b,a,b", 6, Mapping.BY_SLOT.withPerHost(2)).hostOf())
        .containsExactly(0, 0, 1, 1, 0, 0);
    assertThat(place("a,b,a", 3, Mapping.BY_SLOT).hosts()).hasSize(2);
  }

  @Test
  void modifiersOfOpenMpiAreUnderstoodOrRefused() throws HostsException {
    Mapping mapping = Mapping.parse("-map-by", "SLOT:PE=4:NOOVERSUBSCRIBE");
    assertThat(mapping.processors()).isEqualTo(4);
    assertThat(mapping.crowded()).isFalse();
    assertThat(Mapping.parse("-map-by", "ppr:2:socket:pe=2").part()).isEqualTo("socket");
    for (String wrong : List.of("slot:moon", "slot:PE=0", "slot:PE=99999", "core:nolocal", "")) {
      assertThatThrownBy(() -> Mapping.parse("-map-by " + wrong, wrong))
          .isInstanceOf(HostsException.class)
          .hasMessageStartingWith("-map-by " + wrong + ": ");
    }
  }

  @Test
  void anUnknownMappingIsRefused() {
    assertThatThrownBy(() -> Mapping.parse("-map-by galaxy", "galaxy"))
        .hasMessage("-map-by galaxy: write slot, node or ppr:N:node");
  }

  /** What MPICH does with a mapping, against what we meant. */
  @Test
  void theMappingSaysTheSameAsThePlacement() throws HostsException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      var words = new ArrayList<String>();
      for (int h = 0; h <= random.nextInt(6); h++) {
        words.add("h" + h + ":" + (1 + random.nextInt(4)));
      }
      var mapping = Mapping.parse("-map-by", random.nextBoolean() ? "node" : "slot");
      RankPlacement placement = place(String.join(",", words), 1 + random.nextInt(30), mapping);
      var read = new ArrayList<Integer>();
      for (String block : placement.processMapping().split("\\(", -1)) {
        if (block.matches("[0-9].*")) {
          String[] n = block.replaceAll("[^0-9,]", "").split(",", -1);
          for (int host = 0; host < Integer.parseInt(n[1]); host++) {
            for (int rank = 0; rank < Integer.parseInt(n[2]); rank++) {
              read.add(Integer.parseInt(n[0]) + host);
            }
          }
        }
      }
      assertThat(read).as("seed " + seed).isEqualTo(placement.hostOf());
    }
  }
}
