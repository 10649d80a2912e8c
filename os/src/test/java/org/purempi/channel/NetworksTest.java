package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.purempi.channel.Networks.Address;

/** Which address other hosts are told. */
class NetworksTest {
  private static final List<Address> HOST =
      List.of(
          of("lo", "127.0.0.1", 8),
          of("docker0", "172.17.0.1", 16),
          of("eth0", "fe80::1", 64),
          of("eth0", "2001:db8::5", 64),
          of("eth0", "192.168.1.5", 24),
          of("ib0", "10.1.2.3", 16),
          new Address("eth1", ip("10.9.9.9"), 24, false));

  private static Address of(String device, String address, int prefix) {
    return new Address(device, ip(address), prefix, true);
  }

  private static InetAddress ip(String address) {
    return InetAddress.ofLiteral(address);
  }

  @Test
  void theFirstAddressThatLeadsToOtherHostsIsTaken() throws IOException {
    assertThat(Networks.choose(null, HOST)).isEqualTo(ip("192.168.1.5"));
    assertThat(Networks.choose(null, HOST.subList(0, 4))).isEqualTo(ip("2001:db8::5"));
    assertThat(Networks.choose(null, HOST.subList(0, 2))).isEqualTo(ip("172.17.0.1"));
    assertThat(Networks.choose(null, HOST.subList(0, 1)).isLoopbackAddress()).isTrue();
  }

  @Test
  void anInterfaceAnAddressOrASubnetCanBeWanted() throws IOException {
    assertThat(Networks.choose("ib0", HOST)).isEqualTo(ip("10.1.2.3"));
    assertThat(Networks.choose("eth0", HOST)).isEqualTo(ip("192.168.1.5"));
    assertThat(Networks.choose("2001:db8::5", HOST)).isEqualTo(ip("2001:db8::5"));
    assertThat(Networks.choose("10.1.0.0/16", HOST)).isEqualTo(ip("10.1.2.3"));
    assertThat(Networks.choose("2001:db8::/32", HOST)).isEqualTo(ip("2001:db8::5"));
    assertThat(Networks.choose("127.0.0.0/8", HOST)).isEqualTo(ip("127.0.0.1"));
  }

  @Test
  void whatThisHostHasNotIsAnErrorThatShowsWhatItHas() {
    for (String wanted : List.of("eth7", "eth1", "10.9.9.9", "10.200.0.0/16")) {
      assertThatThrownBy(() -> Networks.choose(wanted, HOST))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("'" + wanted + "'")
          .hasMessageContaining("ib0 10.1.2.3/16");
    }
    for (String wrong : List.of("10.0.0.0/33", "10.0.0.0/x", "host/8", "10.0.0.0/-1")) {
      assertThatThrownBy(() -> Networks.choose(wrong, HOST)).hasMessageContaining("not a subnet");
    }
  }

  @Test
  void onlyALinkLocalAddressIsToldWithTheNameOfItsInterface() throws IOException {
    Address local = scoped("fe80::7");
    Address wide = scoped("2001:db8::7");
    assertThat(wide.address().getHostAddress()).contains("%");
    for (String wanted : new String[] {null, "eth0", "2001:db8::/32"}) {
      assertThat(Networks.choose(wanted, List.of(local, wide)).getHostAddress())
          .isEqualTo("2001:db8:0:0:0:0:0:7");
    }
    assertThat(Networks.choose("eth0", List.of(local)).getHostAddress()).endsWith("%1");
  }

  private static Address scoped(String address) throws IOException {
    byte[] bytes = ip(address).getAddress();
    return new Address("eth0", Inet6Address.getByAddress(null, bytes, 1), 64, true);
  }

  @Test
  void aPrefixComparesSoManyBits() {
    assertThat(Networks.isIn(ip("10.1.255.1"), ip("10.1.128.0"), 17)).isTrue();
    assertThat(Networks.isIn(ip("10.1.127.1"), ip("10.1.128.0"), 17)).isFalse();
    assertThat(Networks.isIn(ip("10.1.2.3"), ip("0.0.0.0"), 0)).isTrue();
    assertThat(Networks.isIn(ip("10.1.2.3"), ip("::"), 0)).isFalse();
  }
}
