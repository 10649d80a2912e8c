package org.purempi.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.Mpi;
import org.purempi.MpiException;
import org.purempi.Rendezvous;
import org.purempi.channel.Secret;
import org.purempi.pmi.PmiClient;
import org.purempi.transport.Transport;

/** On localhost, where ranks meet without a secret: who else is there, and who is not. */
@Timeout(60)
class ConnectStrangersTest {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  /** What the other user's process runs. */
  static final class Stranger {
    private Stranger() {}

    public static void main(String[] args) {
      var where = Rendezvous.at("localhost:" + args[0], Integer.parseInt(args[1]), 2);
      try (Mpi mpi = Mpi.connect(where.within(Duration.ofSeconds(20)))) {
        System.out.println("is rank " + mpi.world().rank());
      } catch (MpiException e) {
        System.out.println(e.getMessage());
      }
    }
  }

  private static int freePort() throws Exception {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static Process stranger(int port, int rank) throws Exception {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
            && Files.isExecutable(SETPRIV),
        "SKIPPED: only root can be another user");
    Set<String> path = new LinkedHashSet<>();
    for (Class<?> one :
        List.of(
            Stranger.class,
            Mpi.class,
            Transport.class,
            PmiClient.class,
            Secret.class,
            NullMarked.class)) {
      Path place = Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
      path.add(place.toString());
    }
    return new ProcessBuilder(
            SETPRIV.toString(),
            "--reuid=65534",
            "--clear-groups",
            System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            String.join(File.pathSeparator, path),
            Stranger.class.getName(),
            Integer.toString(port),
            Integer.toString(rank))
        .redirectErrorStream(true)
        .start();
  }

  private static String outputOf(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return out;
  }

  private static CompletableFuture<Integer> rank(int port, int rank, Duration limit) {
    return CompletableFuture.supplyAsync(
        () -> {
          var where = Rendezvous.at("localhost:" + port, rank, 2).within(limit);
          try (Mpi mpi = Mpi.connect(where)) {
            return mpi.world().rank();
          }
        },
        r -> Thread.ofPlatform().daemon().start(r));
  }

  @Test
  void anotherUsersProcessIsNoRankAndRankZeroOfAnotherUserIsNotJoined() throws Exception {
    int port = freePort();
    CompletableFuture<Integer> zero = rank(port, 0, Duration.ofSeconds(30));
    assertThat(outputOf(stranger(port, 1)))
        .contains("another user's process")
        .contains("PUREMPI_SECRET_FILE");
    // He has kept nobody's place.
    assertThat(rank(port, 1, Duration.ofSeconds(30)).get(30, TimeUnit.SECONDS)).isEqualTo(1);
    assertThat(zero.get(30, TimeUnit.SECONDS)).isZero();

    int his = freePort();
    Process keeper = stranger(his, 0);
    try {
      assertThatThrownBy(() -> rank(his, 1, Duration.ofSeconds(30)).get(30, TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasMessageContaining("is not rank 0: it is another user's process");
    } finally {
      keeper.destroyForcibly();
    }
  }

  /** Nobody sees a process die that no launcher has started; its connection ends. */
  @Test
  void aRankThatCameAndEndedBeforeAllWereThereIsNotWaitedForTheWholeLimit() throws Exception {
    int port = freePort();
    var where = Rendezvous.at("localhost:" + port, 0, 3).within(Duration.ofMinutes(5));
    CompletableFuture<String> zero =
        CompletableFuture.supplyAsync(
            () -> {
              try (Mpi mpi = Mpi.connect(where)) {
                return "rank " + mpi.world().rank();
              } catch (MpiException e) {
                return String.valueOf(e.getMessage());
              }
            },
            r -> Thread.ofPlatform().daemon().start(r));
    var one =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try (Mpi mpi =
                      Mpi.connect(
                          Rendezvous.at("localhost:" + port, 1, 3).within(Duration.ofMinutes(5)))) {
                    mpi.world().barrier();
                  } catch (MpiException e) {
                    // It was interrupted while it waited.
                  }
                });
    waitUntilConnected(port);
    one.interrupt();
    one.join();
    assertThat(zero.get(50, TimeUnit.SECONDS))
        .contains("rank 1 on ")
        .contains("came and ended before all were there")
        .contains("ranks 1-2 of 3 missing");
  }

  private static void waitUntilConnected(int port) throws Exception {
    for (int i = 0; i < 100; i++) {
      try (var probe = SocketChannel.open()) {
        if (probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))) {
          break;
        }
      } catch (java.io.IOException e) {
        Thread.sleep(50);
      }
    }
    Thread.sleep(1500); // rank 1 calls once a second at the latest
  }
}
