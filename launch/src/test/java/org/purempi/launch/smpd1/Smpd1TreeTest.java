package org.purempi.launch.smpd1;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our mpiexec says to captured smpds, byte for byte, what the original said. */
@Timeout(60)
class Smpd1TreeTest {
  private static final int LIMIT_MILLIS = 10_000;

  /** Ends the job when the original did. */
  private static final class Judge implements Smpd1TreeListener {
    final List<String> heard = Collections.synchronizedList(new ArrayList<>());
    private final boolean[] called = new boolean[4];
    private final boolean[] finished = new boolean[4];
    volatile Runnable kill = () -> {};

    @Override
    public void output(int rank, boolean error, byte[] bytes) {
      heard.add(
          rank
              + " prints "
              + new String(bytes, StandardCharsets.ISO_8859_1).strip().split(" ", 2)[0]);
    }

    @Override
    public void started(int rank) {
      heard.add(rank + " runs");
    }

    @Override
    public void notStarted(int rank, String why) {
      heard.add(rank + " not started: " + why);
    }

    @Override
    public void stage(int rank, boolean last) {
      (last ? finished : called)[rank] = true;
    }

    @Override
    public void aborted(int rank, int code, String message) {
      heard.add("%d aborts %d %s".formatted(rank, code, message));
      kill.run();
    }

    @Override
    public void exited(int rank, int code) {
      heard.add("%d exits %d".formatted(rank, code));
      if (called[rank] && !finished[rank]) {
        kill.run();
      }
    }

    @Override
    public void lost(String why) {
      heard.add("lost: " + why);
    }

    long exits() {
      synchronized (heard) {
        return heard.stream().filter(one -> one.contains(" exits ")).count();
      }
    }
  }

  private static LaunchRequest request(int node, String path, String... words) {
    return new LaunchRequest(node, List.of(words), path, "/scratch/smpdrun", Map.of(), 0);
  }

  private static List<LaunchRequest> requests(String path, String... words) {
    return List.of(
        request(1, path, words),
        request(1, path, words),
        request(2, path, words),
        request(3, path, words));
  }

  /** The daemon's part of the captured handshake; every byte of ours is compared. */
  private static Smpd1Client.Line shakeHands(ServerSocket door) throws IOException {
    Socket socket = door.accept();
    Smpd1Client.Line line = Pipes.line(socket);
    Smpd1Fields.write(line.out(), " 175751705", 256);
    assertThat(line.in().readNBytes(256))
        .isEqualTo(Smpd1Fields.of("3337daeef3a5683e5c5fa7e58a72bb76", 256));
    Smpd1Fields.write(line.out(), "SUCCESS", 256);
    assertThat(line.in().readNBytes(100)).isEqualTo(Smpd1Fields.of("process", 100));
    Smpd1Fields.write(line.out(), "nocredentials", 100);
    Smpd1Fields.write(line.out(), "-1", 20);
    assertThat(line.in().readNBytes(1024)).isEqualTo(Smpd1Fields.of("id=1 parent=0 level=0", 1024));
    return line;
  }

  private static Judge replay(String name, List<LaunchRequest> requests) throws Exception {
    var judge = new Judge();
    try (var door = new ServerSocket(0, 1, Pipes.LOOPBACK)) {
      var caller = new Smpd1Client(Phrase.of("behappy"), door.getLocalPort(), LIMIT_MILLIS);
      var tree = new Smpd1Tree(caller, List.of("127.0.0.1", "mh2", "mh3"), judge);
      judge.kill = tree::kill;
      CompletableFuture<Void> begun = CompletableFuture.runAsync(() -> begin(tree, requests));
      Smpd1Client.Line line = shakeHands(door);
      for (Captured.Line one : Captured.lines(name)) {
        if (!one.byMpiexec()) {
          line.out().write(Smpd1Command.parse(one.text()).bytes());
          line.out().flush();
          continue;
        }
        switch (one.verb()) {
          case "close_stdin" -> {
            begun.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
            tree.input().close();
          }
          case "close" -> {
            while (judge.exits() < requests.size()) {
              Thread.sleep(2);
            }
            var unused = CompletableFuture.runAsync(() -> end(tree));
          }
          default -> {
            // Said without being asked.
          }
        }
        byte[] expected = Smpd1Command.parse(one.text()).bytes();
        assertThat(new String(line.in().readNBytes(expected.length), StandardCharsets.ISO_8859_1))
            .isEqualTo(new String(expected, StandardCharsets.ISO_8859_1));
      }
      line.socket().close();
      tree.close();
    }
    return judge;
  }

  private static void begin(Smpd1Tree tree, List<LaunchRequest> requests) {
    try {
      tree.connect();
      tree.launch(requests);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void end(Smpd1Tree tree) {
    try {
      tree.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aWholeJobIsDrivenAsTheOriginalDid() throws Exception {
    Judge judge = replay("hostname", requests("/usr/bin", "hostname"));
    assertThat(judge.heard)
        .contains(
            "0 prints mh1", "3 prints mh3", "0 exits 0", "1 exits 0", "2 exits 0", "3 exits 0");
  }

  @Test
  void anAbortStopsAndThenKillsEveryRank() throws Exception {
    Judge judge = replay("abort", requests("/scratch/smpdrun/.", "pmiprog", "abort"));
    assertThat(judge.heard).contains("1 aborts 13 rank 1 says abort");
  }

  @Test
  void aRankThatLeavesWithoutFinalizeEndsTheOthers() throws Exception {
    Judge judge = replay("exit5", requests("/scratch/smpdrun/.", "pmiprog", "exit5"));
    assertThat(judge.heard).contains("0 exits 0", "3 exits 0");
  }

  private static Smpd1Tree tree(int port, int limitMillis, Judge judge) throws Exception {
    return new Smpd1Tree(
        new Smpd1Client(Phrase.of("right"), port, limitMillis), List.of("127.0.0.1"), judge);
  }

  @Test
  void aDaemonThatIsNotThereIsNamedAtOnce() throws Exception {
    int port;
    try (var door = new ServerSocket(0, 1, Pipes.LOOPBACK)) {
      port = door.getLocalPort();
    }
    assertThatThrownBy(() -> tree(port, LIMIT_MILLIS, new Judge()).connect())
        .hasMessageContaining("smpd on 127.0.0.1 port " + port);
  }

  @Test
  void aDaemonThatSaysNothingIsGivenUp() throws Exception {
    try (var door = new ServerSocket(0, 1, Pipes.LOOPBACK)) {
      assertThatThrownBy(() -> tree(door.getLocalPort(), 200, new Judge()).connect())
          .hasMessageContaining("did not answer");
    }
  }

  @Test
  void aTreeThatIsLostIsTold() throws Exception {
    var judge = new Judge();
    try (var door = new ServerSocket(0, 1, Pipes.LOOPBACK)) {
      var caller = new Smpd1Client(Phrase.of("behappy"), door.getLocalPort(), LIMIT_MILLIS);
      var tree = new Smpd1Tree(caller, List.of("127.0.0.1"), judge);
      var begun =
          CompletableFuture.runAsync(
              () -> begin(tree, List.of(request(1, "/usr/bin", "hostname"))));
      Smpd1Client.Line line = shakeHands(door);
      var reader = new Smpd1Reader(line.in());
      reader.next();
      String made =
          "cmd=result src=1 dest=0 tag=0 cmd_tag=0 kvs_name=A domain_name=B result=SUCCESS ";
      line.out().write(Smpd1Command.parse(made).bytes());
      begun.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      reader.next();
      line.socket().close();
      while (judge.heard.isEmpty()) {
        Thread.sleep(5);
      }
      assertThat(judge.heard.getFirst()).startsWith("lost: smpd on 127.0.0.1");
      tree.close();
    }
  }
}
