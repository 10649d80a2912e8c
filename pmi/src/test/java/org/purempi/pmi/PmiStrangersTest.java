package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everybody on a host can call at a job's PMI port: who gets in, and who is kept out. */
@Timeout(30)
class PmiStrangersTest {
  private static final Path SETPRIV = Path.of("/usr/bin/setpriv");

  private static int port(Rig rig) {
    return Integer.parseInt(rig.server.address().replaceFirst(".*:", ""));
  }

  private static Socket call(Rig rig) throws IOException {
    return new Socket(InetAddress.ofLiteral("127.0.0.1"), port(rig));
  }

  private static void say(Socket socket, String line) throws IOException {
    socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.ISO_8859_1));
  }

  /** A shell of another user, which connects so often and does something with descriptor 9. */
  private static Process stranger(Rig rig, int times, String script) throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0)
            && Files.isExecutable(SETPRIV),
        "SKIPPED: only root can be another user");
    String calls =
        "for i in $(seq %d); do exec {fd}<>/dev/tcp/127.0.0.1/%d; done; exec 9<&$fd; "
            .formatted(times, port(rig));
    return new ProcessBuilder(
            SETPRIV.toString(), "--reuid=65534", "--clear-groups", "bash", "-c", calls + script)
        .start();
  }

  private static String outputOf(Process process) throws Exception {
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
    return out;
  }

  @Test
  void aProgramThatKnowsNoKeyIsARankIfItIsOurs() throws Exception {
    try (var rig = new Rig(1)) {
      assertThat(rig.raw("cmd=initack pmiid=0\n")).contains("cmd=set rank=0");
    }
  }

  @Test
  void anotherUserIsNoRankEvenIfHeKnowsTheNumberAndTheListenerLearnsOfIt() throws Exception {
    try (var rig = new Rig(1)) {
      String hello = "cmd=initack pmiid=" + rig.server.identifier(0);
      assertThat(outputOf(stranger(rig, 1, "echo " + hello + " >&9; cat <&9"))).isEmpty();
      assertThat(rig.nextTold()).isEqualTo("foreign 0");
      String wrong = hello + " key=" + "0".repeat(32);
      assertThat(outputOf(stranger(rig, 1, "echo " + wrong + " >&9; cat <&9"))).isEmpty();
      String right = hello + " key=" + rig.server.key();
      String said = "echo " + right + " >&9; head -n 3 <&9";
      assertThat(outputOf(stranger(rig, 1, said))).contains("cmd=set rank=0");
    }
  }

  @Test
  void silentConnectionsOfAnotherUserCostNoRankItsPlace() throws Exception {
    try (var rig = new Rig(2);
        var first = call(rig)) {
      Process stranger = stranger(rig, 300, "echo all; read");
      try {
        assertThat(stranger.getInputStream().read()).isEqualTo('a');
        // The first caller is the eldest, and has said nothing yet.
        say(first, "cmd=initack pmiid=" + rig.server.identifier(0));
        assertThat(first.getInputStream().read()).isEqualTo('c');
        assertThat(rig.client(1).rank()).isEqualTo(1);
      } finally {
        stranger.destroyForcibly();
      }
    }
  }

  @Test
  void aWordThatIsThereIsReadBeforeItsConnectionMakesRoom() throws Exception {
    var all = new ArrayList<Socket>();
    try (var rig = new Rig(1)) {
      for (int i = 0; i < 20; i++) {
        // Each is too late for the eldest before it, but its word is on its way.
        Socket one = call(rig);
        all.add(one);
      }
      say(all.getFirst(), "cmd=initack pmiid=" + rig.server.identifier(0));
      for (int i = 0; i < 200; i++) {
        all.add(call(rig));
      }
      assertThat(all.getFirst().getInputStream().read()).isEqualTo('c');
    } finally {
      for (Socket one : all) {
        one.close();
      }
    }
  }

  @Test
  void whoSaysAWrongNumberWaitsAndSoManyWaitAtOnce() throws Exception {
    int most = Lobby.MOST_PENITENTS;
    var all = new ArrayList<Socket>();
    try (var rig = new Rig(1)) {
      long began = System.nanoTime();
      for (int i = 0; i < most + 10; i++) {
        Socket guess = call(rig);
        all.add(guess);
        say(guess, "cmd=initack pmiid=" + (rig.server.identifier(0).equals("7") ? 8 : 7));
      }
      for (Socket guess : all) {
        String answer = new String(guess.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(answer).isEqualTo("cmd=initack rc=-1 msg=not_expected\n");
      }
      // The last ten were let in when the first had waited.
      assertThat(System.nanoTime() - began).isGreaterThan(2 * Lobby.PENANCE_NANOS - 100_000_000);
      assertThat(rig.client(0).rank()).isZero();
    } finally {
      for (Socket one : all) {
        one.close();
      }
    }
  }

  @Test
  void aRankThatIsDroppedUnheardCallsAgain() throws Exception {
    try (var door = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"))) {
      Map<String, String> environment = new HashMap<>();
      environment.put("PMI_PORT", "127.0.0.1:" + door.getLocalPort());
      environment.put("PMI_ID", "5");
      List<String> lost = new ArrayList<>();
      CompletableFuture<PmiException> failed =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  throw new AssertionError(
                      PmiClient.fromEnvironment(environment, lost::add).orElseThrow());
                } catch (PmiException e) {
                  return e;
                }
              },
              r -> Thread.ofPlatform().daemon().start(r));
      for (int i = 0; i < 3; i++) {
        door.accept().close();
      }
      try (Socket answered = door.accept()) {
        say(answered, "cmd=initack rc=-1 msg=not_expected");
        assertThat(failed.get(20, TimeUnit.SECONDS)).hasMessageContaining("PMI_ID=5");
      }
      assertThat(lost).isEmpty();
    }
  }
}
