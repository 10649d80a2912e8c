package org.purempi.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which ranks share a host, as launchers tell it. */
class HostMapTest {
  @Test
  void blocksAreUsedOneAfterTheOther() {
    HostMap map = HostMap.ofMapping("(vector,(0,1,3),(1,1,1))", 4);
    assertThat(map).hasToString("[0, 0, 0, 1]");
    assertThat(map.sharingWith(1)).containsExactly(0, 1, 2);
    assertThat(map.sharingWith(3)).containsExactly(3);
    assertThat(map.isOneHost()).isFalse();
  }

  @Test
  void blocksAreUsedAgainUntilAllRanksHaveAHost() {
    assertThat(HostMap.ofMapping("(vector,(0,3,1))", 7)).hasToString("[0, 1, 2, 0, 1, 2, 0]");
    assertThat(HostMap.ofMapping("(vector,(0,2,2))", 5)).hasToString("[0, 0, 1, 1, 0]");
    assertThat(HostMap.ofMapping("(vector, (0,1,8))", 8).isOneHost()).isTrue();
    assertThat(HostMap.ofMapping("(vector,(5,1,999999999))", 3)).hasToString("[5, 5, 5]");
  }

  @Test
  void whatIsNoMappingIsRefused() {
    for (String wrong :
        List.of("", "(vector)", "(vector,(0,0,0))", "(vector,(0,1))", "(vector,(0,1,2)", "x")) {
      assertThatThrownBy(() -> HostMap.ofMapping(wrong, 4))
          .as(wrong)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void equalNamesAreOneHost() {
    HostMap map = HostMap.ofNames(new String[] {"b", "a", "b"});
    assertThat(map.sharingWith(2)).containsExactly(0, 2);
    assertThat(HostMap.ofNames(new String[] {"x", "x"}).isOneHost()).isTrue();
    assertThat(HostMap.oneHost(3).sharingWith(0)).containsExactly(0, 1, 2);
  }
}
