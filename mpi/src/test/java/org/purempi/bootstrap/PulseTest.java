package org.purempi.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Rendezvous;
import org.purempi.pmi.LauncherWatch;
import org.purempi.pmi.PmiClient;
import org.purempi.pmi.PmiJob;
import org.purempi.pmi.PmiLine;
import org.purempi.pmi.PmiListener;
import org.purempi.pmi.PmiServer;
import org.purempi.pmi.RankReport;
import org.purempi.transport.tcp.JobKey;
import org.purempi.transport.tcp.TcpSettings;

/** Who is stopped keeps his connections, and is noticed all the same. */
@Timeout(60)
class PulseTest {
  private static final int TURNS = 5;
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
  private final LauncherWatch watch =
      new LauncherWatch() {
        @Override
        public void lost(String why) {
          told.add("lost: " + why);
        }

        @Override
        public void ended(int exitCode, String why) {
          told.add("ended: " + why);
        }
      };

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private String nextTold() throws InterruptedException {
    return String.valueOf(told.poll(30, TimeUnit.SECONDS));
  }

  /** Rank 1 meets the others, says what every rank says, and nothing more. */
  @Test
  void aRankThatSaysNothingEndsTheWorldAndIsNamed() throws Exception {
    int port = freePort();
    var where = Rendezvous.at("localhost:" + port, 0, 2).within(LIMIT);
    Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                var unused = Meeting.join(where, TcpSettings.loopback(), watch, TURNS);
              } catch (IOException e) {
                told.add("rank 0 has not met: " + e.getMessage());
              }
            });
    PmiLine me =
        PmiLine.of(GateLines.MEET)
            .with("version", GateLines.VERSION)
            .with("rank", 1)
            .with("size", 2)
            .with("host", "far");
    JobKey key = JobKey.derived("no secret", GateLines.PURPOSE);
    try (SocketChannel one =
        new GateClient(me, key, false, LIMIT.toNanos()).meet("localhost", port)) {
      String hello = "cmd=initack pmiid=1\ncmd=init pmi_version=1 pmi_subversion=1\n";
      one.write(ByteBuffer.wrap(hello.getBytes(StandardCharsets.US_ASCII)));
      assertThat(nextTold())
          .startsWith("ended: rank 1 on far (")
          .contains("not heard of for 5 s: its process is stopped")
          .contains("PUREMPI_SILENCE_TIMEOUT");
    }
  }

  /** This server never says that it lives, as if its process was stopped. */
  @Test
  void aRankZeroThatSaysNothingIsLost() throws Exception {
    var job = new PmiJob(PmiServer.NAME_PREFIX + "1", List.of(0), 1, "", Set.of(0));
    try (PmiServer server = PmiServer.startWithoutDoor(job, new Deaf());
        var door = ServerSocketChannel.open().bind(null);
        var its = SocketChannel.open(door.getLocalAddress())) {
      server.admit(0, door.accept());
      PmiClient pmi = PmiClient.over(its, 0, watch);
      new Pulse(pmi, watch, TURNS, "node1 port 7").start();
      TimeUnit.NANOSECONDS.sleep(2 * Pulse.TURN_NANOS);
      assertThat(told).isEmpty();
      assertThat(nextTold())
          .startsWith("lost: rank 0 at node1 port 7, which keeps the ranks together, has not been");
    }
  }

  @Test
  void whoIsHeardOfIsNotLost() throws Exception {
    var job = new PmiJob(PmiServer.NAME_PREFIX + "2", List.of(0), 1, "", Set.of(0));
    try (PmiServer server = PmiServer.startWithoutDoor(job, new Deaf());
        var door = ServerSocketChannel.open().bind(null);
        var its = SocketChannel.open(door.getLocalAddress())) {
      server.admit(0, door.accept());
      PmiClient pmi = PmiClient.over(its, 0, watch);
      new Pulse(pmi, watch, TURNS, "node1").start();
      for (int i = 0; i < 2 * TURNS; i++) {
        server.sayAlive();
        TimeUnit.NANOSECONDS.sleep(Pulse.TURN_NANOS);
      }
      assertThat(told).isEmpty();
      pmi.finish();
    }
  }

  /** Nothing that is told matters here. */
  private static final class Deaf implements PmiListener {
    @Override
    public void aborted(int rank, int exitCode, String message) {}

    @Override
    public void barrierWaitsForEndedRank(int rank) {}

    @Override
    public void reported(List<RankReport> reports) {}

    @Override
    public void serverFailed(String why) {}
  }
}
