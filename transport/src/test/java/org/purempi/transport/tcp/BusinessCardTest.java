package org.purempi.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a rank tells of where it is, and which ports it may take. */
class BusinessCardTest {
  private static InetAddress ip(String address) {
    return InetAddress.ofLiteral(address);
  }

  @Test
  void aCardSaysAddressPortAndHostAndNothingElse() throws IOException {
    for (String address : List.of("10.1.2.3", "2001:db8::5")) {
      for (boolean tls : new boolean[] {false, true}) {
        BusinessCard card = new BusinessCard(ip(address), 4711, "node 1;x,y", tls);
        assertThat(card.text()).matches("[\\x21-\\x7e]{1,200}").doesNotContain(";");
        assertThat(BusinessCard.parse(card.text()))
            .isEqualTo(new BusinessCard(ip(address), 4711, "node_1_x_y", tls));
      }
    }
    for (String wrong :
        List.of(
            "", "a,b,c", "localhost,1,x", "10.0.0.1,0,x", "10.0.0.1,70000,x", "10.0.0.1,7,x,y")) {
      assertThatThrownBy(() -> BusinessCard.parse(wrong)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void portsAreARangeOrAComplaint() {
    TcpSettings settings = TcpSettings.loopback().withPorts("5000:5010");
    assertThat(settings.firstPort()).isEqualTo(5000);
    assertThat(settings.lastPort()).isEqualTo(5010);
    for (String wrong : List.of("x", "10", "10:5", "1:99999", "-1:5", "")) {
      assertThatThrownBy(() -> TcpSettings.loopback().withPorts(wrong))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aRangeWithoutAFreePortIsAnErrorThatSaysWhatToDo() throws IOException {
    TcpListener first = TcpListener.open(TcpSettings.loopback());
    int port = BusinessCard.parse(first.card()).port();
    try (first) {
      TcpSettings same = TcpSettings.loopback().withPorts(port + ":" + port);
      assertThatThrownBy(() -> TcpListener.open(same))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("PUREMPI_PORT_RANGE");
    }
  }
}
