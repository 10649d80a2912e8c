package org.purempi.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A name that stands for all ranks, whose addresses come one after the other. */
class ServiceNameTest {
  private final Deque<List<String>> answers = new ArrayDeque<>();

  private ServiceName nameOn(String own) {
    return new ServiceName(
        "ranks",
        8670,
        new ServiceName.Names() {
          @Override
          public InetAddress[] addresses(String name) throws UnknownHostException {
            List<String> now = answers.size() > 1 ? answers.remove() : answers.getFirst();
            if (now.isEmpty()) {
              throw new UnknownHostException(name);
            }
            return now.stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new);
          }

          @Override
          public boolean isOurs(InetAddress address) {
            return address.getHostAddress().equals(own);
          }
        });
  }

  @Test
  void ranksAreNumberedByTheirAddresses() throws Exception {
    answers.add(List.of());
    answers.add(List.of("10.0.0.200"));
    answers.add(List.of("10.0.0.200", "10.0.0.9", "10.0.0.31"));
    assertThat(nameOn("10.0.0.31").rendezvous(3, null))
        .hasToString("rank 1 of 3, who meet at 10.0.0.9 port 8670");
    assertThat(answers).hasSize(1);
  }

  @Test
  void hostsWithAddressesOfBothKindsCountOnce() throws Exception {
    answers.add(List.of("fd00::5", "10.0.0.5", "fd00::4", "10.0.0.4"));
    assertThat(nameOn("10.0.0.4").rendezvous(2, null).rank()).isZero();
  }

  @Test
  void newAddressesDoAsWell() throws Exception {
    answers.add(List.of("fd00::5", "fd00::4"));
    assertThat(nameOn("fd00:0:0:0:0:0:0:5").rendezvous(2, null).rank()).isEqualTo(1);
  }

  @Test
  void tooFewAndTooManyAreCounted() {
    for (String all : List.of("10.0.0.1", "10.0.0.1 10.0.0.2 10.0.0.3")) {
      answers.clear();
      answers.add(Stream.of(all.split(" ", -1)).toList());
      int count = Arrays.asList(all.split(" ", -1)).size();
      assertThatThrownBy(() -> nameOn("10.0.0.1").rendezvous(2, Duration.ofMillis(1)))
          .hasMessageContaining("'ranks' stands for " + count + " addresses")
          .hasMessageContaining("there should be 2");
    }
  }

  @Test
  void aHostThatIsNotAmongThemSaysSo() {
    answers.add(List.of("10.0.0.1", "10.0.0.2"));
    assertThatThrownBy(() -> nameOn("10.0.0.3").rendezvous(2, null))
        .hasMessageContaining("none of which is this host's");
  }
}
