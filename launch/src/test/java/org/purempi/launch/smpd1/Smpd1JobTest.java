package org.purempi.launch.smpd1;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.system.ThisHost;

/** Our mpiexec's tree and our daemon of MPICH 3.0's kind, with real processes, on loopback. */
@Timeout(60)
class Smpd1JobTest {
  private static final int LIMIT_MILLIS = 20_000;
  private static Smpd1Daemon daemon;
  private static Phrase phrase;

  @TempDir private Path folder;

  @BeforeAll
  static void listen() throws IOException {
    phrase = Phrase.of("words of a test");
    daemon =
        Smpd1Daemon.start(
            new Smpd1Daemon.Plan(
                ThisHost.name(),
                phrase,
                "",
                List.of(InetAddress.getLoopbackAddress()),
                0,
                InetAddress::isLoopbackAddress,
                listener -> new Smpd1Ranks(listener, System.getenv()),
                line -> System.err.println("smpd: " + line)));
  }

  @AfterAll
  static void close() throws IOException {
    daemon.close();
  }

  /** What mpiexec hears of a job. */
  private static final class Heard implements Smpd1TreeListener {
    final Map<Integer, StringBuilder> out = new TreeMap<>();
    final Map<Integer, StringBuilder> err = new TreeMap<>();
    final Map<Integer, Integer> codes = new TreeMap<>();
    final List<String> news = new ArrayList<>();

    @Override
    public synchronized void output(int rank, boolean error, byte[] bytes) {
      (error ? err : out)
          .computeIfAbsent(rank, r -> new StringBuilder())
          .append(new String(bytes, StandardCharsets.UTF_8));
      notifyAll();
    }

    @Override
    public void started(int rank) {
      // Its output tells.
    }

    @Override
    public synchronized void notStarted(int rank, String why) {
      codes.put(rank, -1);
      news.add(why);
      notifyAll();
    }

    @Override
    public synchronized void stage(int rank, boolean finalized) {
      news.add((finalized ? "finalize " : "init ") + rank);
    }

    @Override
    public synchronized void aborted(int rank, int code, String message) {
      news.add("abort %d %d %s".formatted(rank, code, message));
      notifyAll();
    }

    @Override
    public synchronized void exited(int rank, int code) {
      codes.put(rank, code);
      notifyAll();
    }

    @Override
    public synchronized void lost(String why) {
      news.add("lost " + why);
      notifyAll();
    }

    synchronized Heard until(BooleanSupplier what) throws InterruptedException {
      while (!what.getAsBoolean()) {
        wait(LIMIT_MILLIS);
      }
      return this;
    }

    synchronized String out(int rank) {
      return String.valueOf(out.get(rank));
    }
  }

  private LaunchRequest request(int node, Map<String, String> environment, String... words) {
    return new LaunchRequest(node, List.of(words), "/bin", folder.toString(), environment, 0);
  }

  private static Smpd1Tree tree(Heard heard, int hosts) {
    var caller = new Smpd1Client(phrase, daemon.port(), LIMIT_MILLIS);
    List<String> names = List.of("127.0.0.1", "localhost", "127.0.0.2").subList(0, hosts);
    return new Smpd1Tree(caller, names, heard);
  }

  private Heard run(int hosts, List<LaunchRequest> requests) throws Exception {
    var heard = new Heard();
    try (Smpd1Tree tree = tree(heard, hosts)) {
      tree.connect();
      tree.launch(requests);
      heard.until(() -> heard.codes.size() == requests.size());
    }
    return heard;
  }

  @Test
  void ranksOfTwoHostsPrintAndEnd() throws Exception {
    var environment = Map.of("GREETING", "grün = \"two words\"");
    String script =
        "echo \"$PMI_RANK of $PMI_SIZE: $GREETING in $PWD\"; echo oops >&2; exit $PMI_RANK";
    Heard heard =
        run(
            2,
            List.of(
                request(1, environment, "sh", "-c", script),
                request(1, environment, "sh", "-c", script),
                request(2, environment, "sh", "-c", script)));
    assertThat(heard.codes).isEqualTo(Map.of(0, 0, 1, 1, 2, 2));
    for (int rank = 0; rank < 3; rank++) {
      assertThat(heard.out(rank))
          .isEqualTo("%d of 3: grün = \"two words\" in %s\n".formatted(rank, folder));
      assertThat(String.valueOf(heard.err.get(rank))).isEqualTo("oops\n");
    }
  }

  @Test
  void inputReachesRankZeroAndItsEndToo() throws Exception {
    var heard = new Heard();
    try (Smpd1Tree tree = tree(heard, 1)) {
      tree.connect();
      tree.launch(List.of(request(1, Map.of(), "cat"), request(1, Map.of(), "cat")));
      byte[] bytes = "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
      try (OutputStream input = tree.input()) {
        input.write(bytes);
      }
      heard.until(() -> heard.codes.size() == 2);
      assertThat(heard.out(0)).hasSize(100_000);
      assertThat(heard.out.get(1)).isNull();
    }
  }

  @Test
  void killedRanksAreToldOfAndLeaveNothing() throws Exception {
    var heard = new Heard();
    Path pids = folder.resolve("pid");
    String script = "sleep 1000 & echo $! >pid$PMI_RANK; echo here; wait";
    try (Smpd1Tree tree = tree(heard, 1)) {
      tree.connect();
      tree.launch(
          List.of(
              request(1, Map.of(), "sh", "-c", script), request(1, Map.of(), "sh", "-c", script)));
      heard.until(() -> heard.out.size() == 2);
      tree.kill();
      heard.until(() -> heard.codes.size() == 2);
    }
    assertThat(heard.codes)
        .isEqualTo(Map.of(0, 143, 1, 143)); // SIGTERM first: docs/decisions/ends-of-jobs.md
    for (int rank = 0; rank < 2; rank++) {
      gone(Files.readString(Path.of(pids.toString() + rank)).strip());
    }
  }

  /** Waits until a process has ended, whether or not somebody has reaped it. */
  private static void gone(String pid) throws InterruptedException {
    Path stat = Path.of("/proc", pid, "stat");
    while (true) {
      try {
        if (Files.readString(stat).contains(") Z ")) {
          return;
        }
      } catch (IOException e) {
        return;
      }
      Thread.sleep(5);
    }
  }

  @Test
  void aLostMpiexecEndsTheRanks() throws Exception {
    var caller = new Smpd1Client(phrase, daemon.port(), LIMIT_MILLIS);
    Smpd1Client.Line line = caller.manager("127.0.0.1", 1, 0);
    line.out()
        .write(
            Smpd1Command.parse(
                    "cmd=launch src=0 dest=1 tag=0 c=\"sh -c \\\"echo $$; exec sleep 1000\\\"\""
                        + " i=0 n=1 k=A kd=B ")
                .bytes());
    var reader = new Smpd1Reader(line.in());
    Smpd1Command next = reader.next();
    while (next != null && !next.verb().equals("stdout")) {
      next = reader.next();
    }
    String pid =
        new String(
                java.util.HexFormat.of().parseHex(Objects.requireNonNull(next).require("data")),
                StandardCharsets.US_ASCII)
            .strip();
    line.socket().close();
    gone(pid);
  }

  @Test
  void whatCannotBeStartedIsNamed() throws Exception {
    Heard heard = run(1, List.of(request(1, Map.of(), "no-such-program")));
    assertThat(heard.news.getFirst()).startsWith("Unable to exec 'no-such-program' on ");
  }

  private static List<String> printing(String word) {
    return List.of(
        "/bin/sh", "-c", "printf '%s|' \"$@\" \"$PUREMPI_LINE\"", "sh", word, "it's", "");
  }

  @Test
  void aCommandLineThatSmpdHasNoRoomForTravelsCompressed() throws Exception {
    var random = new Random(1);
    String compressible = "/home/me/.m2/repository/org/example/one.jar:".repeat(200);
    String stubborn =
        random.ints(3500, 'a', 'z' + 1).mapToObj(Character::toString).collect(joining());
    for (String word : List.of("short", compressible, stubborn)) {
      List<String> words = printing(word);
      LaunchRequest plain = request(1, Map.of("A", "b c"), words.toArray(String[]::new));
      LaunchRequest fitting = PackedLine.fitting(plain, words);
      assertThat(fitting.words().equals(plain.words())).isEqualTo(word.equals("short"));
      assertThat(run(1, List.of(fitting)).out(0)).isEqualTo(word + "|it's|||");
    }
  }

  @Test
  void aCommandLineThatDoesNotEvenFitCompressedIsRefused() {
    var random = new Random(1);
    String word = random.ints(9000, 'a', 'z' + 1).mapToObj(Character::toString).collect(joining());
    List<String> words = printing(word);
    assertThatThrownBy(
            () -> PackedLine.fitting(request(1, Map.of(), words.toArray(String[]::new)), words))
        .isInstanceOf(Smpd1Exception.class)
        .hasMessageContaining("bytes too many for smpd; a folder of jars can be named as one");
  }

  @Test
  void aHostBelowThatIsNotThereIsNamed() throws Exception {
    var heard = new Heard();
    var caller = new Smpd1Client(phrase, daemon.port(), LIMIT_MILLIS);
    try (var tree = new Smpd1Tree(caller, List.of("127.0.0.1", "no-such-host.invalid"), heard)) {
      assertThatThrownBy(tree::connect).hasMessageContaining("no-such-host.invalid");
    }
  }

  @Test
  void aWrongPhraseIsRefusedDelayedAndCounted() throws Exception {
    int before = daemon.refused();
    long start = System.nanoTime();
    var caller = new Smpd1Client(Phrase.of("wrong"), daemon.port(), LIMIT_MILLIS);
    assertThatThrownBy(() -> caller.console("127.0.0.1"))
        .hasMessageContaining("refuses the passphrase");
    assertThat(daemon.refused()).isEqualTo(before + 1);
    assertThat(System.nanoTime() - start).isGreaterThan(500_000_000L);
  }

  @Test
  void aRankThatSpeaksSmpdsOwnPmiIsHeard() throws Exception {
    String script =
        """
        say() { printf '%-13s' "$((${#1} + 1))" | tr ' ' '\\0' >&"$PMI_SMPD_FD"
                printf '%s\\0' "$1" >&"$PMI_SMPD_FD"
                dd bs=1 count=13 <&"$PMI_SMPD_FD" 2>/dev/null | tr -d '\\0' >length$PMI_RANK
                dd bs=1 count="$(cat length$PMI_RANK)" <&"$PMI_SMPD_FD" 2>/dev/null | tr '\\0' '\\n'; }
        i="src=$PMI_SMPD_ID ctx_key=$PMI_SMPD_KEY name=$PMI_KVS"
        say "cmd=init dest=0 tag=0 $i key=$PMI_RANK value=$PMI_SIZE node_id=$PMI_SMPD_ID "
        say "cmd=dbput dest=1 tag=1 $i key=P$PMI_RANK value=card$PMI_RANK "
        say "cmd=barrier dest=1 tag=2 $i value=$PMI_SIZE "
        say "cmd=dbget dest=1 tag=3 $i key=P$((1 - PMI_RANK)) "
        say "cmd=finalize dest=0 tag=4 $i key=$PMI_RANK node_id=$PMI_SMPD_ID "
        """;
    Heard heard =
        run(
            2,
            List.of(
                request(1, Map.of("S", script), "bash", "-c", "eval \"$S\""),
                request(2, Map.of("S", script), "bash", "-c", "eval \"$S\"")));
    assertThat(heard.codes).isEqualTo(Map.of(0, 0, 1, 0));
    assertThat(heard.out(0)).contains("cmd_orig=dbget ctx_key=0 value=card1 result=DBS_SUCCESS");
    assertThat(heard.out(1)).contains("cmd_orig=dbget ctx_key=0 value=card0 result=DBS_SUCCESS");
    assertThat(heard.news).contains("init 0", "init 1", "finalize 0", "finalize 1");
  }

  @Test
  void aConsoleIsAnsweredAndLearnsNoPhrase() throws Exception {
    var caller = new Smpd1Client(phrase, daemon.port(), LIMIT_MILLIS);
    Smpd1Client.Line line = caller.console("127.0.0.1");
    var reader = new Smpd1Reader(line.in());
    var answers = new ArrayList<String>();
    for (String words :
        List.of(
            "status",
            "stat param=process",
            "set key=a value=b",
            "get key=a",
            "delete key=a",
            "get key=a",
            "get key=phrase",
            "set key=phrase value=x",
            "validate account=a password=b",
            "launch c=/bin/true",
            "spawn c=/bin/true",
            "singinit_info port=1",
            "frobnicate")) {
      String[] parts = words.split(" ", 2);
      String rest = parts.length == 1 ? "" : parts[1];
      line.out()
          .write(
              Smpd1Command.parse("cmd=%s src=0 dest=1 tag=3 %s ".formatted(parts[0], rest))
                  .bytes());
      Smpd1Command answer = Objects.requireNonNull(reader.next());
      assertThat(answer.get("cmd_orig")).isEqualTo(parts[0]);
      String error = answer.get("error");
      answers.add(
          answer.get("value") + " " + answer.get("result") + (error == null ? "" : " " + error));
    }
    line.socket().close();
    assertThat(answers)
        .containsExactly(
            "null " + ThisHost.name(),
            "null none",
            "null SUCCESS",
            "b SUCCESS",
            "null SUCCESS",
            "null FAIL",
            "null FAIL",
            "null FAIL",
            "null FAIL",
            "null FAIL",
            "null FAIL no process can join a job that runs",
            "null FAIL no process can join a job that runs",
            "null FAIL");
  }
}
