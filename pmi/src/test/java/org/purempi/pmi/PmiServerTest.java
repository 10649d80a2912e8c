package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The client and the server together, over real connections. */
@Timeout(20)
class PmiServerTest {
  private static final String HELLO =
      "cmd=initack pmiid=0\ncmd=init pmi_version=1 pmi_subversion=1\n";

  @Test
  void aStrangerWhoNamesARankIsNotTakenForIt() throws Exception {
    try (var rig = new Rig(2)) {
      var guess = Map.of("PMI_PORT", rig.server.address(), "PMI_ID", "1");
      assertThatThrownBy(() -> start(guess))
          .isInstanceOf(PmiException.class)
          .hasMessageContaining("does not expect a process with PMI_ID=1");
      assertThat(rig.client(1).rank()).isEqualTo(1);
    }
  }

  @Test
  void aRankLearnsWhoItIs() throws Exception {
    try (var rig = new Rig(3)) {
      PmiClient last = rig.client(2);
      assertThat(last.rank()).isEqualTo(2);
      assertThat(last.size()).isEqualTo(3);
      assertThat(last.appnum()).isEqualTo(1);
      assertThat(last.universeSize()).isEqualTo(9);
      assertThat(last.kvsName()).isEqualTo("purempi_test");
      assertThat(last.spawned()).isFalse();
      assertThat(last.get("PMI_process_mapping")).hasValue("(vector,(0,1,3))");
      assertThat(rig.server.inUse()).isTrue();
    }
  }

  @Test
  void whatARankPutsEveryRankGetsAfterTheBarrier() throws Exception {
    try (var rig = new Rig(4)) {
      List<PmiClient> clients = rig.clients(4);
      var all =
          clients.stream()
              .map(
                  client ->
                      CompletableFuture.supplyAsync(
                          () -> exchange(client), r -> new Thread(r).start()))
              .toList();
      for (var one : all) {
        assertThat(one.get(10, TimeUnit.SECONDS)).isEqualTo("v0v1v2v3");
      }
    }
  }

  private static String exchange(PmiClient client) {
    try {
      client.put("key-" + client.rank(), "v" + client.rank());
      client.barrier();
      var all = new StringBuilder();
      for (int rank = 0; rank < client.size(); rank++) {
        all.append(client.get("key-" + rank).orElse("?"));
      }
      client.barrier();
      return all.toString();
    } catch (PmiException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aKeyNobodyPutIsAbsent() throws Exception {
    try (var rig = new Rig(1)) {
      assertThat(rig.client(0).get("nothing")).isEmpty();
    }
  }

  @Test
  void keysAndValuesThatWouldBeCutOffOrBreakTheLineAreRefused() throws Exception {
    try (var rig = new Rig(1)) {
      PmiClient client = rig.client(0);
      client.put("k".repeat(63), "v".repeat(1023));
      assertThat(client.get("k".repeat(63))).hasValue("v".repeat(1023));
      assertThatThrownBy(() -> client.put("k".repeat(64), "v")).hasMessageContaining("key of 64");
      assertThatThrownBy(() -> client.put("k", "v".repeat(1024))).hasMessageContaining("value of");
      for (String bad : List.of("", "two words", "line\nbreak", "na\u00efve")) {
        assertThatThrownBy(() -> client.put("k", bad)).isInstanceOf(PmiException.class);
      }
      assertThatThrownBy(() -> client.put("a=b", "v")).hasMessageContaining("'='");
    }
  }

  @Test
  void servicesArePublishedOnceFoundAndTakenBack() throws Exception {
    try (var rig = new Rig(2)) {
      List<PmiClient> clients = rig.clients(2);
      assertThat(clients.get(1).lookup("ocean")).isEmpty();
      clients.get(0).publish("ocean", "port-1");
      assertThat(clients.get(1).lookup("ocean")).hasValue("port-1");
      assertThatThrownBy(() -> clients.get(1).publish("ocean", "port-2"))
          .hasMessageContaining("already");
      clients.get(0).unpublish("ocean");
      assertThat(clients.get(1).lookup("ocean")).isEqualTo(Optional.empty());
    }
  }

  @Test
  void anAbortIsReportedWithItsMessageInOneLine() throws Exception {
    try (var rig = new Rig(2)) {
      rig.clients(2).get(1).abort(42, "matrix  is\nsingular");
      assertThat(rig.nextTold()).isEqualTo("aborted 1 42 matrix is singular");
    }
  }

  @Test
  void textsKeepTheirLettersBothWays() throws Exception {
    try (var rig = new Rig(2)) {
      List<PmiClient> clients = rig.clients(2);
      clients.get(1).abort(42, "Größe ≠ 0 — 行列");
      assertThat(rig.nextTold()).isEqualTo("aborted 1 42 Größe ≠ 0 — 行列");
    }
  }

  @Test
  void theEndOfARankTellsHowFarItHadCome() throws Exception {
    try (var rig = new Rig(3)) {
      PmiClient first = rig.client(0);
      rig.client(1);
      first.finish();
      assertThat(stage(rig, 0)).isEqualTo(RankStage.FINALIZED);
      assertThat(stage(rig, 1)).isEqualTo(RankStage.INITIALIZED);
      assertThat(stage(rig, 2)).isEqualTo(RankStage.SILENT);
    }
  }

  private static RankStage stage(Rig rig, int rank) throws Exception {
    return rig.server.ended(rank).get(5, TimeUnit.SECONDS).stage();
  }

  @Test
  void theEndOfARankThatIsWaitedForIsToldWithIt() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient waiting = rig.client(0);
      rig.client(1);
      var thread = new Thread(() -> assertThatThrownBy(waiting::barrier));
      thread.start();
      RankEnd end = rig.server.ended(1).get(5, TimeUnit.SECONDS);
      for (int i = 0; i < 500 && !end.awaited(); i++) {
        TimeUnit.MILLISECONDS.sleep(10);
        end = rig.server.ended(1).get(5, TimeUnit.SECONDS);
      }
      assertThat(end.awaited()).isTrue();
      assertThat(end.inUse()).isTrue();
      rig.serverGoes();
      thread.join(5000);
    }
  }

  @Test
  void keysCanBeAskedForByNumber() throws Exception {
    try (var rig = new Rig(1)) {
      String reply =
          rig.raw(
              HELLO
                  + "cmd=put kvsname=purempi_test key=a value=b\n"
                  + "cmd=getbyidx kvsname=purempi_test idx=1\n"
                  + "cmd=getbyidx kvsname=purempi_test idx=2\n");
      assertThat(reply)
          .contains("cmd=getbyidx_results rc=0 nextidx=2 key=a val=b\n")
          .contains("cmd=getbyidx_results rc=-1 reason=no_more_keyvals\n");
    }
  }

  @Test
  void aBarrierThatWaitsForAnEndedRankIsReported() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient waiting = rig.client(0);
      var thread = new Thread(() -> assertThatThrownBy(waiting::barrier));
      rig.server.ended(1).get(5, TimeUnit.SECONDS);
      thread.start();
      assertThat(rig.nextTold()).isEqualTo("missed 1");
      rig.serverGoes();
      thread.join(5000);
      assertThat(thread.isAlive()).isFalse();
    }
  }

  @Test
  void theLossOfTheLauncherIsNoticedAtOnce() throws Exception {
    try (var rig = new Rig(1)) {
      PmiClient client = rig.client(0);
      rig.serverGoes();
      assertThat(rig.nextTold()).startsWith("lost the launcher closed its connection");
      assertThatThrownBy(client::barrier).isInstanceOf(PmiException.class);
    }
  }

  @Test
  void afterFinishTheLauncherMayGo() throws Exception {
    try (var rig = new Rig(1)) {
      rig.client(0).finish();
      rig.serverGoes();
      TimeUnit.MILLISECONDS.sleep(100);
      assertThat(rig.told).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hello\n",
        "cmd=put kvsname=purempi_test key=a value=b\n",
        "cmd=initack pmiid=7\n",
        "cmd=initack pmiid=x\n",
        "cmd=initack pmiid=0\ncmd=initack pmiid=0\n",
        HELLO + "cmd=make_coffee\n",
        HELLO + "cmd=put key=a value=b\n",
        HELLO + "cmd=barrier_in\ncmd=barrier_in\n",
        HELLO + "mcmd=spawn\nnonsense\n",
        HELLO + "mcmd=spawn\ntotspawns=many\n",
        HELLO + "mcmd=spawn\nnprocs=3000000000\nendcmd\n",
        HELLO + "mcmd=spawn\nnprocs=-1\nendcmd\n",
        "mcmd=spawn\nendcmd\n",
      })
  void aRankThatSpeaksNonsenseIsCutOffAndCountedAndTheOthersAreServed(String nonsense)
      throws Exception {
    try (var rig = new Rig(2)) {
      rig.raw(nonsense);
      assertThat(rig.client(1).size()).isEqualTo(2);
      assertThat(rig.server.refusedConnections()).isEqualTo(1);
      assertThat(rig.told).isEmpty();
    }
  }

  @Test
  void aFaultInServingARankCutsOffThatRankOnly() throws Exception {
    try (var rig = new Rig(2)) {
      rig.throwsWhenAborted = true;
      rig.raw(HELLO + "cmd=abort exitcode=3\n");
      assertThat(rig.client(1).size()).isEqualTo(2);
      assertThat(rig.server.refusedConnections()).isEqualTo(1);
    }
  }

  @Test
  void aServerThatFailsSaysSoAndHangsUp() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient client = rig.client(0);
      rig.server.end(
          0,
          "no reason",
          () -> {
            throw new IllegalStateException("a fault");
          });
      assertThat(List.of(rig.nextTold(), rig.nextTold()))
          .contains("failed the PMI server failed: a fault");
      assertThatThrownBy(client::barrier).isInstanceOf(PmiException.class);
    }
  }

  @Test
  void whatWouldBreakTheLineIsNoNameAndNoPort() throws Exception {
    try (var rig = new Rig(1)) {
      PmiClient client = rig.client(0);
      client.publish("a name = of\ttwo wörds", "port");
      assertThat(client.lookup("a name = of\ttwo wörds")).hasValue("port");
      for (String port : List.of("", "a port", "a\nport", "pört", "p".repeat(2049))) {
        assertThatThrownBy(() -> client.publish("name", port))
            .isInstanceOf(PmiNamesException.class)
            .hasMessageContaining("a port of one word");
      }
      assertThatThrownBy(() -> client.lookup("n".repeat(2049)))
          .isInstanceOf(PmiNamesException.class)
          .hasMessageContaining("a name of one word");
      assertThat(client.lookup("name")).isEmpty();
    }
  }

  @Test
  void anInterruptedThreadTalksToTheLauncherAndStaysInterrupted() throws Exception {
    try (var rig = new Rig(1)) {
      Thread.currentThread().interrupt();
      PmiClient client = rig.client(0);
      client.put("key", "value");
      client.barrier();
      client.abort(42, "all is lost");
      assertThat(Thread.interrupted()).isTrue();
      assertThat(client.get("key")).hasValue("value");
      assertThat(rig.nextTold()).isEqualTo("aborted 0 42 all is lost");
      assertThat(rig.told).isEmpty();
    }
  }

  @Test
  void whoComesInAndSaysNothingMakesRoomForOthers() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient first = rig.client(0);
      String[] address = rig.server.address().split(":", -1);
      var silent = new ArrayList<Socket>();
      for (int i = 0; i < 200; i++) {
        silent.add(new Socket(address[0], Integer.parseInt(address[1])));
      }
      assertThat(silent.get(0).getInputStream().read()).isEqualTo(-1);
      PmiClient second = rig.client(1);
      second.finish();
      first.finish();
      int room = 64 + 2;
      assertThat(rig.server.refusedConnections())
          .isBetween(silent.size() - room - Lobby.SLACK, silent.size() + 1 - room);
      for (Socket s : silent) {
        s.close();
      }
    }
  }

  @Test
  void aLineWithoutEndIsCutOff() throws Exception {
    try (var rig = new Rig(1)) {
      rig.raw("x".repeat(100_000));
      assertThat(rig.client(0).rank()).isZero();
      assertThat(rig.server.refusedConnections()).isEqualTo(1);
    }
  }

  @Test
  void randomBytesHarmNobody() throws Exception {
    long seed = System.nanoTime();
    var random = new Random(seed);
    try (var rig = new Rig(2)) {
      for (int i = 0; i < 200; i++) {
        var bytes = new StringBuilder(i == 100 ? HELLO.replace("=0", "=1") : "");
        random.ints(random.nextInt(300), 0, 256).forEach(b -> bytes.append((char) b));
        rig.raw(bytes.append('\n').toString());
      }
      assertThat(rig.client(0).rank()).as("seed " + seed).isZero();
    }
  }

  @Test
  void aTooLongKeyOrAForeignSpaceIsRefusedWithoutCuttingOff() throws Exception {
    try (var rig = new Rig(1)) {
      String reply =
          rig.raw(
              HELLO
                  + ("cmd=put kvsname=purempi_test key=" + "k".repeat(64) + " value=v\n")
                  + "cmd=put kvsname=other key=k value=v\n"
                  + "cmd=get kvsname=other key=k\n");
      assertThat(reply)
          .contains("put_result rc=-1 msg=key_too_long")
          .contains("put_result rc=-1 msg=no_such_key_value_space")
          .contains("get_result rc=-1 msg=key_not_found");
    }
  }

  @Test
  void theServerListensOnLoopbackOnly() throws Exception {
    try (var rig = new Rig(1)) {
      assertThat(rig.server.address()).startsWith("127.0.0.1:");
    }
  }

  @Test
  void aBadAddressIsNamedInTheError() {
    assertThatThrownBy(() -> start(Map.of("PMI_PORT", "nowhere", "PMI_ID", "0")))
        .hasMessageContaining("PMI_PORT=nowhere is not host:port");
    assertThatThrownBy(() -> start(Map.of("PMI_PORT", "127.0.0.1:1", "PMI_ID", "0")))
        .hasMessageContaining("cannot reach the launcher");
    assertThatThrownBy(() -> start(Map.of("PMI_PORT", "127.0.0.1:1")))
        .hasMessageContaining("PMI_ID is not");
    assertThatThrownBy(() -> start(Map.of("PMI_PORT", "127.0.0.1:65536", "PMI_ID", "0")))
        .isInstanceOf(PmiException.class)
        .hasMessage("PMI_PORT=127.0.0.1:65536: there is no port 65536");
    assertThatThrownBy(() -> start(Map.of("PMI_PORT", "no.such.invalid:7", "PMI_ID", "0")))
        .isInstanceOf(PmiException.class)
        .hasMessage("PMI_PORT=no.such.invalid:7: there is no such host");
    assertThatThrownBy(() -> start(Map.of("PMI_FD", "three", "PMI_RANK", "0", "PMI_SIZE", "1")))
        .isInstanceOf(PmiException.class);
  }

  @Test
  void withoutALauncherThereIsNoClient() throws PmiException {
    assertThat(start(Map.of("PATH", "/bin"))).isEmpty();
  }

  private static Optional<PmiClient> start(Map<String, String> environment) throws PmiException {
    return PmiClient.fromEnvironment(environment, why -> {});
  }
}
