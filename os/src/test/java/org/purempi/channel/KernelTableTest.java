package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.channel.KernelTable.Entry;
import org.purempi.os.User;

/** The system's table of connections: which of them owe an answer. */
@Timeout(20)
class KernelTableTest {
  private static String name(String local, int localPort, String remote, int remotePort) {
    return KernelTable.name(
        new InetSocketAddress(InetAddress.ofLiteral(local), localPort),
        new InetSocketAddress(InetAddress.ofLiteral(remote), remotePort));
  }

  /** Lines of a little-endian machine. */
  @Test
  void whatWasAskedAgainAndNotConfirmedIsUnanswered() {
    Assumptions.assumeTrue(
        java.nio.ByteOrder.nativeOrder() == java.nio.ByteOrder.LITTLE_ENDIAN, "SKIPPED");
    var lines =
        List.of(
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid "
                + " timeout inode",
            "   0: 64004D0A:A30F 02004D0A:0016 01 000001F4:00000000 01:00000FC5 00000006     0     "
                + "   0 27 2 0",
            "   1: 64004D0A:A310 02004D0A:0016 01 000001F4:00000000 04:00000FC5 00000000     7     "
                + "   3 28 2 0",
            "   2: 64004D0A:A311 02004D0A:0016 01 00000000:00000000 02:00000FC5 00000000  1000     "
                + "   0 29 2 0",
            "   3: 0000000000000000FFFF000064004D0A:A312 0000000000000000FFFF000002004D0A:0016 01"
                + " 00000014:00000000 01:00000FC5 00000000     0        0 0 2 0");
    Map<String, Entry> found = new HashMap<>();
    var names = new java.util.ArrayList<String>();
    for (int port = 0xa30f; port <= 0xa312; port++) {
      names.add(name("10.77.0.100", port, "10.77.0.2", 22));
    }
    KernelTable.read(lines, Set.copyOf(names), found);
    assertThat(names.stream().map(found::get))
        .containsExactly(
            new Entry(500, 6, 0),
            new Entry(500, 3, 7),
            new Entry(0, 0, 1000),
            new Entry(20, 0, Entry.NOBODY));
    assertThat(names.stream().map(n -> found.getOrDefault(n, KernelTable.NOTHING).isUnanswered()))
        .containsExactly(true, true, false, false);
  }

  @Test
  void aConnectionOfThisProcessIsFoundAndWhatNobodyReadsIsNotConfirmed() throws IOException {
    for (String address : List.of("127.0.0.1", "::1")) {
      try (var door = ServerSocketChannel.open();
          var out = SocketChannel.open()) {
        door.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
        out.connect(door.getLocalAddress());
        String name =
            KernelTable.name(
                (InetSocketAddress) out.getLocalAddress(),
                (InetSocketAddress) out.getRemoteAddress());
        assertThat(KernelTable.read(Set.of(name)))
            .containsEntry(name, new Entry(0, 0, Integer.toUnsignedLong(User.id())));
        out.configureBlocking(false);
        int written = 1;
        while (written > 0) {
          written = out.write(ByteBuffer.allocate(1 << 20));
        }
        Entry full = KernelTable.read(Set.of(name)).getOrDefault(name, KernelTable.NOTHING);
        assertThat(full.unacknowledged()).isPositive();
      }
    }
  }
}
