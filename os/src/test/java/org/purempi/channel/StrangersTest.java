package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class StrangersTest {
  private static final int MOST_SILENT = 2;
  private static final int MOST_TALKING = 5;

  private final Set<String> whoseWordHasCome = new HashSet<>();
  private final Strangers<String> strangers = new Strangers<>(whoseWordHasCome::contains);

  private void call(String who, String address) throws IOException {
    strangers.add(
        who,
        new InetSocketAddress(InetAddress.ofLiteral(address), 1),
        new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 2));
  }

  private List<String> whoLeaves() {
    List<String> those = new ArrayList<>();
    strangers.makeRoom(MOST_SILENT, MOST_TALKING, those::add);
    return those;
  }

  @Test
  void ofTheSilentTheEldestLeaves() throws IOException {
    call("a", "192.0.2.7");
    call("b", "192.0.2.7");
    assertThat(whoLeaves()).isEmpty();
    call("c", "192.0.2.7");
    assertThat(whoLeaves()).containsExactly("a");
    assertThat(strangers.remove("a")).isFalse();
    assertThat(strangers.remove("b")).isTrue();
  }

  @Test
  void nobodyLeavesWhoseWordHasCome() throws IOException {
    call("a", "192.0.2.7");
    call("b", "192.0.2.7");
    call("c", "192.0.2.7");
    call("d", "192.0.2.7");
    whoseWordHasCome.add("a");
    assertThat(whoLeaves()).containsExactly("b");
    strangers.talks("c");
    call("e", "192.0.2.7");
    assertThat(whoLeaves()).isEmpty();
  }

  @Test
  void ofThoseWhoTalkOneOfTheMostNumerousLeaves() throws IOException {
    call("friend", "192.0.2.8");
    strangers.talks("friend");
    for (int i = 0; i < MOST_TALKING; i++) {
      call("flood" + i, "192.0.2.7");
      strangers.talks("flood" + i);
    }
    assertThat(whoLeaves()).containsExactly("flood0");
    assertThat(strangers.remove("friend")).isTrue();
  }

  @Test
  void theEldestIsKnownAndAllCanBeTaken() throws IOException {
    assertThat(strangers.eldest()).isNull();
    call("a", "192.0.2.7");
    call("b", "192.0.2.7");
    strangers.talks("a");
    assertThat(strangers.eldest()).isEqualTo("a");
    strangers.remove("a");
    assertThat(strangers.eldest()).isEqualTo("b");
    assertThat(strangers.takeAll()).containsExactly("b");
    assertThat(strangers.eldest()).isNull();
  }
}
