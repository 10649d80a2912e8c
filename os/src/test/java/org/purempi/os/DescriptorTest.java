package org.purempi.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Streams over a descriptor that is only a number. */
@Timeout(60)
class DescriptorTest {
  private @TempDir Path directory;

  @Test
  void bytesPassBothWaysThroughASocketKnownByItsNumber() throws IOException {
    var address = UnixDomainSocketAddress.of(directory.resolve("socket"));
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address);
        var client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      client.connect(address);
      Set<String> before = sockets();
      try (SocketChannel accepted = server.accept()) {
        Set<String> after = sockets();
        after.removeAll(before);
        assertThat(after).hasSize(1);
        Descriptor mine = new Descriptor(Integer.parseInt(after.iterator().next()));
        byte[] sent = new byte[20_000];
        for (int i = 0; i < sent.length; i++) {
          sent[i] = (byte) (i * 7);
        }
        mine.output().write(sent);
        ByteBuffer got = ByteBuffer.allocate(sent.length);
        while (got.hasRemaining()) {
          client.read(got);
        }
        assertThat(got.array()).isEqualTo(sent);
        client.write(ByteBuffer.wrap(new byte[] {(byte) 200, 1, 2}));
        client.shutdownOutput();
        assertThat(mine.input().read()).isEqualTo(200);
        assertThat(mine.input().readAllBytes()).containsExactly(1, 2);
        assertThat(accepted.isConnected()).isTrue();
      }
    }
  }

  private static Set<String> sockets() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(DescriptorTest::isSocket)
          .map(each -> each.getFileName().toString())
          .collect(Collectors.toSet());
    }
  }

  private static boolean isSocket(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (IOException goneMeanwhile) {
      return false;
    }
  }
}
