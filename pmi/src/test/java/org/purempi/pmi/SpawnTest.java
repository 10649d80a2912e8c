package org.purempi.pmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Requests for more processes, and what is said of other worlds. */
@Timeout(value = 30, unit = TimeUnit.SECONDS)
class SpawnTest {
  private static final String HELLO =
      "cmd=initack pmiid=0\ncmd=init pmi_version=1 pmi_subversion=1\n";

  private static SpawnProgram program(String command, int processes, String... arguments) {
    return new SpawnProgram(command, List.of(arguments), processes, Map.of());
  }

  @Test
  void everyWordArrivesAsItWasSaid() throws Exception {
    List<String> words =
        List.of("", " ", "two words", "a=b", "tab\there", "\"q'", "l1\nl2", "\\n", "ä€", "#;|");
    var info = Map.of("wdir", "/a b\\c", "env", "A=1\nB=2 3");
    var programs =
        List.of(
            new SpawnProgram("/bin/my prog", words, 2, info),
            new SpawnProgram("Other.java", List.of("x".repeat(100_000)), 1, Map.of()));
    try (var rig = new Rig(1)) {
      rig.result = new SpawnResult(List.of(0, 0, 0), "purempi_new", "");
      SpawnResult result = rig.client(0).spawn(programs, Map.of("PARENT", "tcp://a#b", "K", "v"));
      assertThat(result).isEqualTo(rig.result);
      assertThat(result.isStarted()).isTrue();
      assertThat(rig.spawned).isEqualTo(programs);
      assertThat(rig.put).isEqualTo(Map.of("PARENT", "tcp://a#b", "K", "v"));
    }
  }

  @Test
  void aFailureTellsWhyAndWhichProcesses() throws Exception {
    try (var rig = new Rig(1)) {
      rig.result = new SpawnResult(List.of(0, -1, 7), null, "there is no program 'ä b'");
      SpawnResult result = rig.client(0).spawn(List.of(program("a", 3)), Map.of());
      assertThat(result).isEqualTo(rig.result);
      assertThat(result.isStarted()).isFalse();
    }
  }

  @Test
  void programsOfMpichAskAndAreAnswered() throws Exception {
    try (var rig = new Rig(1)) {
      rig.result = new SpawnResult(List.of(0, 0, 0), "purempi_new", "");
      String reply =
          rig.raw(
              HELLO
                  + "mcmd=spawn\nnprocs=2\nexecname=a b=c\ntotspawns=2\nspawnssofar=1\n"
                  + "arg1=x\\n\narg2=two words;=x\nargcnt=2\npreput_num=1\npreput_key_0=P\n"
                  + "preput_val_0=a b\ninfo_num=1\ninfo_key_0=wdir\ninfo_val_0=/usr\nendcmd\n"
                  + "mcmd=spawn\nnprocs=1\nexecname=d\ntotspawns=2\nspawnssofar=2\nargcnt=0\n"
                  + "preput_num=1\npreput_key_0=P\npreput_val_0=a b\ninfo_num=0\nendcmd\n"
                  + "cmd=barrier_in\n");
      assertThat(reply).contains("cmd=barrier_out");
      assertThat(rig.nextTold()).isEqualTo("spawn 0");
      assertThat(rig.spawned)
          .containsExactly(
              new SpawnProgram("a b=c", List.of("x\\n", "two words;=x"), 2, Map.of("wdir", "/usr")),
              program("d", 1));
      assertThat(rig.put).isEqualTo(Map.of("P", "a b"));
      assertThat(rig.server.refusedConnections()).isZero();
    }
  }

  @Test
  void malformedRequestsCloseTheConnectionAndNothingElse() throws Exception {
    for (String block :
        List.of(
            "no equals\n",
            "nprocs=many\n",
            "nprocs=-1\n",
            "info_key_x=a\n",
            "nprocs=2000000000\nendcmd\n",
            "arg1=" + "x".repeat(3 * SpawnRequest.LINE_BYTES) + "\n")) {
      try (var rig = new Rig(2)) {
        rig.raw(HELLO + "mcmd=spawn\n" + block);
        assertThat(rig.server.refusedConnections()).as(block.substring(0, 9)).isEqualTo(1);
        assertThat(rig.client(1).rank()).isEqualTo(1);
      }
    }
  }

  @Test
  void aServerWithoutALauncherRefusesInWords() throws Exception {
    PmiListener plain =
        new PmiListener() {
          @Override
          public void aborted(int rank, int exitCode, String message) {}

          @Override
          public void barrierWaitsForEndedRank(int rank) {}

          @Override
          public void reported(List<RankReport> reports) {}

          @Override
          public void serverFailed(String why) {}
        };
    PmiJob job = PmiJob.onOneHost("plain", List.of(0), 1);
    try (var server = PmiServer.start(job, plain)) {
      var environment = Map.of("PMI_PORT", server.address(), "PMI_ID", server.identifier(0));
      PmiClient client = PmiClient.fromEnvironment(environment, why -> {}).orElseThrow();
      assertThat(client.spawn(List.of(program("a", 2)), Map.of()))
          .isEqualTo(new SpawnResult(List.of(-1, -1), null, "this launcher starts no processes"));
    }
  }

  @Test
  void whatOthersCannotBeToldIsRefusedHere() throws Exception {
    var broken = new SpawnWords(List.of(program("a", 1, "l1\nl2")), Map.of());
    assertThatThrownBy(() -> broken.lines(false)).hasMessageContaining("no line breaks");
    var wide = new SpawnWords(List.of(program("a", 1, "x".repeat(1100))), Map.of());
    assertThatThrownBy(() -> wide.lines(false)).hasMessageContaining("at most 1023 bytes");
    var huge = new SpawnWords(List.of(program("a", 1, "x".repeat(400_000))), Map.of());
    assertThatThrownBy(huge::frame).hasMessageContaining("no messages as long");
    var cut = new SpawnWords(List.of(program("a", 1, "x;y")), Map.of());
    assertThatThrownBy(cut::frame).hasMessageContaining("no ';' in what is spawned: 'argv0=x;y'");
  }

  @Test
  void pmiTwoSaysAllProgramsInOneFrame() throws Exception {
    var words =
        new SpawnWords(
            List.of(
                new SpawnProgram("a", List.of("x y", "z"), 2, Map.of("wdir", "/usr")),
                program("b", 1)),
            Map.of("P", "v"));
    String body =
        "cmd=spawn;ncmds=2;preputcount=1;ppkey0=P;ppval0=v;"
            + "subcmd=a;maxprocs=2;argc=2;argv0=x y;argv1=z;infokeycount=1;"
            + "infokey0=wdir;infoval0=/usr;subcmd=b;maxprocs=1;argc=0;infokeycount=0;";
    assertThat(new String(words.frame(), StandardCharsets.UTF_8))
        .isEqualTo("%-6d%s".formatted(body.length(), body));
  }

  @Test
  void aReplyWithoutCodesCountsForAll() throws Exception {
    assertThat(SpawnResult.of(PmiLine.parse("cmd=spawn_result rc=0"), 2, "kvsname", "message"))
        .isEqualTo(new SpawnResult(List.of(0, 0), null, ""));
    assertThat(SpawnResult.of(PmiLine.parse("cmd=spawn_result rc=-1"), 2, "kvsname", "message"))
        .isEqualTo(
            new SpawnResult(List.of(-1, -1), null, "the launcher refused: cmd=spawn_result rc=-1"));
    assertThatThrownBy(
            () -> SpawnResult.of(PmiLine.parse("cmd=s errcodes=0,x"), 2, "kvsname", "message"))
        .isInstanceOf(PmiException.class);
  }

  @Test
  void aRankThatWaitsForProcessesMayAbort() throws Exception {
    try (var rig = new Rig(1)) {
      rig.isAnswering = false;
      PmiClient client = rig.client(0);
      var waiting =
          CompletableFuture.runAsync(
              () ->
                  assertThatThrownBy(() -> client.spawn(List.of(program("a", 1)), Map.of()))
                      .isInstanceOf(PmiException.class));
      assertThat(rig.nextTold()).isEqualTo("spawn 0");
      client.abort(3, "enough");
      assertThat(rig.nextTold()).isEqualTo("aborted 0 3 enough");
      rig.serverGoes();
      waiting.get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void ranksSayWithWhomTheyAreConnected() throws Exception {
    try (var rig = new Rig(1)) {
      PmiClient client = rig.client(0);
      client.connected("purempi_a");
      client.disconnected("purempi_a");
      assertThat(rig.nextTold()).isEqualTo("connected 0 purempi_a");
      assertThat(rig.nextTold()).isEqualTo("disconnected 0 purempi_a");
    }
  }

  @Test
  void ranksHearThatAnotherWorldHasFailedAlsoLater() throws Exception {
    try (var rig = new Rig(2)) {
      PmiClient first = rig.client(0);
      assertThat(rig.server.worldFailed("purempi_a", 3, "rank 1 on ä").get()).isTrue();
      assertThat(rig.nextTold()).isEqualTo("failed purempi_a 3 rank 1 on ä");
      PmiClient second = rig.client(1);
      assertThat(rig.nextTold()).isEqualTo("failed purempi_a 3 rank 1 on ä");
      first.finish();
      second.finish();
      assertThat(rig.server.worldFailed("purempi_b", 3, "why").get()).isTrue();
    }
  }

  @Test
  void whoCannotBeToldIsKnown() throws Exception {
    try (var rig = new Rig(1)) {
      assertThat(rig.server.worldFailed("purempi_a", 3, "no init").get()).isFalse();
    }
    try (var rig = new Rig(1)) {
      rig.raw(HELLO); // of somebody else's library
      assertThat(rig.server.worldFailed("purempi_a", 3, "deaf").get()).isFalse();
    }
  }
}
