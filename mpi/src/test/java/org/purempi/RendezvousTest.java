package org.purempi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RendezvousTest {
  @ParameterizedTest
  @CsvSource({
    "node1:4711, node1, 4711",
    "node1, node1, 8670",
    "[fe80::1%eth0]:4711, fe80::1%eth0, 4711",
    "[2001:db8::5], 2001:db8::5, 8670",
    "2001:db8::5, 2001:db8::5, 8670",
    "job-0.service.space.svc.cluster.local:1, job-0.service.space.svc.cluster.local, 1"
  })
  void aPlaceHasAHostAndAPort(String text, String host, int port) {
    Rendezvous where = Rendezvous.at(text, 1, 2);
    assertThat(where.host()).isEqualTo(host);
    assertThat(where.port()).isEqualTo(port);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":", "node1:", "node1:0", "node1:65536", "node1:x", "a b:1", "[::1"})
  void whatIsNoPlaceIsSaidToBeNone(String text) {
    assertThatThrownBy(() -> Rendezvous.at(text, 0, 2))
        .isInstanceOf(MpiArgumentException.class)
        .hasMessageContaining("write host:port");
  }

  @ParameterizedTest
  @CsvSource({"-1, 2", "2, 2", "0, 0"})
  void aRankIsOneOfTheWorld(int rank, int size) {
    assertThatThrownBy(() -> Rendezvous.at("a", rank, size))
        .hasMessageContaining("rank " + rank + " of " + size);
  }

  @Test
  void aListMeetsAtItsFirst() {
    Rendezvous where = Rendezvous.among(List.of("a:1", "b:2", "c:3"), 2);
    assertThat(where).hasToString("rank 2 of 3, who meet at a port 1");
  }

  @Test
  void aShortSecretIsRefusedAndNoneIsShown() {
    Rendezvous where = Rendezvous.at("a", 0, 2);
    assertThatThrownBy(() -> where.withSecret("hunter2 \n"))
        .hasMessageContaining("a secret of 7 characters")
        .hasMessageNotContaining("hunter2");
    assertThat(where.withSecret("\n0123456789abcdef\n").toString()).doesNotContain("0123");
    assertThat(where.withSecret("\n0123456789abcdef\n").secret()).isEqualTo("0123456789abcdef");
  }

  @Test
  void aTimeLimitIsSomeTimeAndNotForEver() {
    Rendezvous where = Rendezvous.at("a", 0, 2);
    assertThat(where.limit()).isEqualTo(Duration.ofMinutes(2));
    assertThatThrownBy(() -> where.within(Duration.ZERO)).hasMessageContaining("time limit");
    assertThatThrownBy(() -> where.within(Duration.ofDays(8))).hasMessageContaining("a week");
  }
}
