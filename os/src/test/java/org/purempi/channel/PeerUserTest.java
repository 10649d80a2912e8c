package org.purempi.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.os.User;

/** Who calls at a port of this host. */
@Timeout(20)
class PeerUserTest {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  private static ServerSocketChannel door(String address) throws Exception {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
  }

  @Test
  void bothEndsOfAConnectionOfThisProcessAreOurs() throws Exception {
    for (String address : List.of("127.0.0.1", "::1")) {
      try (var door = door(address);
          var out = SocketChannel.open(door.getLocalAddress());
          var in = door.accept()) {
        assertThat(PeerUser.of(List.of(out, in))).containsExactly(PeerUser.OURS, PeerUser.OURS);
      }
    }
  }

  /** A socket that nobody has open is root's in the table: whoever closed it is not root. */
  @Test
  void whoHasHungUpIsNotOurs() throws Exception {
    try (var door = door("127.0.0.1")) {
      SocketChannel out = SocketChannel.open(door.getLocalAddress());
      SocketChannel in = door.accept();
      out.close();
      assertThat(PeerUser.of(in)).isEqualTo(PeerUser.OTHER);
      in.close();
      assertThat(PeerUser.of(in)).isEqualTo(PeerUser.OTHER);
    }
  }

  @Test
  void nobodyIsSomebodyElsesByOneLook() throws Exception {
    var mine = new KernelTable.Entry(0, 0, Integer.toUnsignedLong(User.id()));
    var theirs = new KernelTable.Entry(0, 0, Integer.toUnsignedLong(User.id()) + 1);
    var looks = new ArrayDeque<>(List.of(Map.of("a", mine), Map.of("b", mine, "c", theirs)));
    var asked = new ArrayDeque<>(List.of(Set.of("a", "b", "c", "d"), Set.of("b", "c", "d")));
    PeerUser.Look look =
        names -> {
          assertThat(names).isEqualTo(asked.remove());
          return looks.remove();
        };
    assertThat(PeerUser.ofNames(List.of("a", "b", "c", "d"), look))
        .containsExactly(PeerUser.OURS, PeerUser.OURS, PeerUser.OTHER, PeerUser.OTHER);
    assertThat(looks).isEmpty();
  }

  @Test
  void anotherUsersProcessIsNotOurs() throws Exception {
    assumeTrue(User.id() == 0 && Files.isExecutable(SETPRIV), "SKIPPED: not root");
    try (var door = door("127.0.0.1")) {
      Process stranger =
          new ProcessBuilder(
                  SETPRIV.toString(),
                  "--reuid=65534",
                  "--clear-groups",
                  "bash",
                  "-c",
                  "exec 3<>/dev/tcp/127.0.0.1/" + door.socket().getLocalPort() + "; read <&3")
              .start();
      try (var in = door.accept()) {
        assertThat(PeerUser.of(in)).isEqualTo(PeerUser.OTHER);
      } finally {
        stranger.destroyForcibly();
      }
    }
  }
}
