package org.purempi.launch.smpd1;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Our managers say to a captured mpiexec, byte for byte, what the original's said. */
@Timeout(60)
class Smpd1ManagerTest {
  /** Three managers, of which mpiexec has called the first. */
  private static final class ManagerTree {
    final Map<Integer, FakeProcesses> processes = new ConcurrentHashMap<>();
    final Smpd1Client.Line mpiexec;
    private final Deque<String> names = new ArrayDeque<>();
    private final Map<Integer, Deque<String>> heard = new HashMap<>();

    ManagerTree(String... names) throws IOException {
      this.names.addAll(List.of(names));
      Pipes pipes = Pipes.make();
      mpiexec = pipes.one();
      serve(1, pipes.other());
    }

    private void serve(int id, Smpd1Client.Line line) {
      var post =
          new Smpd1Post(
              id,
              this::call,
              () -> names.isEmpty() ? Smpd1Database.freshName() : names.remove(),
              listener -> {
                var fake = new FakeProcesses(listener);
                processes.put(id, fake);
                return fake;
              });
      var manager = new Smpd1Manager(post);
      Thread.ofPlatform()
          .daemon()
          .start(
              () -> {
                try {
                  manager.serve(line);
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              });
    }

    private Smpd1Client.Line call(String host, int id, int parent) throws IOException {
      if (!host.equals("mh" + id)) {
        throw new IOException("no host " + host);
      }
      Pipes pipes = Pipes.make();
      serve(id, pipes.other());
      return pipes.one();
    }

    FakeProcesses of(int id) {
      FakeProcesses fake = processes.get(id);
      if (fake == null) {
        throw new IllegalStateException("no manager " + id);
      }
      return fake;
    }

    void say(String text) throws IOException {
      mpiexec.out().write(Smpd1Command.parse(text).bytes());
      mpiexec.out().flush();
    }

    /** What one manager says comes in its order; that of another may come before. */
    void expect(String text) throws IOException {
      int source = Smpd1Command.parse(text).source();
      var its = heard.computeIfAbsent(source, s -> new ArrayDeque<>());
      while (its.isEmpty()) {
        String next = hear();
        int from = Smpd1Command.parse(next).source();
        heard.computeIfAbsent(from, s -> new ArrayDeque<>()).add(next);
      }
      assertThat(its.remove()).isEqualTo(text);
    }

    String hear() throws IOException {
      Smpd1Command next = new Smpd1Reader(mpiexec.in()).next();
      return next == null ? "" : next.format();
    }

    /** Lets processes do what the captured line tells of. */
    void stimulate(Captured.Line line) throws Exception {
      Smpd1Command command = Smpd1Command.parse(line.text());
      FakeProcesses its = of(command.source());
      switch (command.verb()) {
        case "stdout" ->
            its.prints(
                command.requireInt("rank"), HexFormat.of().parseHex(command.require("data")));
        case "exit" ->
            its.listener.exited(
                its.context(command.requireInt("rank")), command.requireInt("code"));
        case "init", "finalize", "abort_job" -> its.listener.said(command);
        default -> {
          // An answer.
        }
      }
    }

    /** So many commands to the database, each with an answer that takes a number. */
    void databaseTraffic(int count) throws Exception {
      for (int i = 0; i < count; i++) {
        FakeProcesses first = of(1);
        long before = refusals(first);
        first.listener.said(
            Smpd1Command.parse("cmd=dbput src=1 dest=1 tag=1 ctx_key=0 name=none key=k value=v "));
        assertThat(refusals(first)).isEqualTo(before + 1);
      }
    }

    private static long refusals(FakeProcesses its) {
      return its.answers.stream().filter(a -> "DBS_FAIL".equals(a.get("result"))).count();
    }
  }

  private static void replay(String name, Map<String, Integer> traffic) throws Exception {
    List<Captured.Line> lines = Captured.lines(name);
    var made = Smpd1Command.parse(lines.get(5).text());
    var tree = new ManagerTree(made.require("kvs_name"), made.require("domain_name"));
    String previous = "";
    var underWay = new ArrayList<String>();
    for (Captured.Line line : lines) {
      if (line.verb().equals("suspend")) {
        underWay.add(line.text()); // what is answered came before these had arrived
      } else if (line.byMpiexec()) {
        tree.say(line.text());
      } else {
        if (line.verb().equals("result") && !line.text().contains("cmd_orig")) {
          for (String text : underWay) {
            tree.say(text);
          }
          underWay.clear();
        }
        for (var before : traffic.entrySet()) {
          if (line.text().startsWith(before.getKey())) {
            tree.databaseTraffic(before.getValue());
          }
        }
        tree.stimulate(line);
        tree.expect(line.text());
      }
      if (line.verb().equals("connect") && previous.isEmpty()) {
        while (tree.mpiexec.in().available() == 0) {
          Thread.sleep(2); // the first of two calls is answered first
        }
      }
      previous = line.verb();
    }
    tree.mpiexec.socket().close();
    for (int id = 1; id <= 3; id++) {
      FakeProcesses its = tree.of(id);
      while (!its.done().contains("close")) {
        Thread.sleep(2);
      }
    }
  }

  @Test
  void aWholeJobIsAnsweredAsTheOriginalDid() throws Exception {
    replay("hostname", Map.of());
  }

  @Test
  void anAbortIsAnsweredAsTheOriginalDid() throws Exception {
    replay(
        "abort",
        Map.of(
            "cmd=stdout src=1 dest=0 tag=16 ", 11,
            "cmd=finalize src=2 ", 1));
  }

  @Test
  void aLeavingRankIsToldOfAsTheOriginalDid() throws Exception {
    replay(
        "exit5", Map.of("cmd=stdout src=1 dest=0 tag=15 ", 10, "cmd=exit src=3 dest=0 tag=2 ", 1));
  }

  @Test
  void whatARankSaysIsAnsweredAsTheOriginalDid() throws Exception {
    String name = "639CAAD31CF1217F3E761887FD73454";
    var tree = new ManagerTree(name, "D");
    tree.say("cmd=start_dbs src=0 dest=1 tag=0 ");
    tree.hear();
    for (int rank = 1; rank >= 0; rank--) {
      tree.say(
          "cmd=launch src=0 dest=1 tag=1 c=x s=0 a=0 q=0..1 i="
              + rank
              + " n=2 k="
              + name
              + " kd=D ");
      assertThat(tree.hear()).contains("result=SUCCESS");
    }
    FakeProcesses its = tree.of(1);
    var other = new ArrayDeque<>(List.of(3, 0, 6, 9, 12));
    for (Captured.Line line : Captured.lines("child")) {
      Smpd1Command command = Smpd1Command.parse(line.text());
      if (line.byMpiexec()) {
        // The other rank does the same just before, and prints, until the numbers fit.
        String its0 = line.text().replace("ctx_key=1", "ctx_key=0").replace("key=P0", "key=P1");
        its0 = its0.replace("40000", "40001");
        switch (line.verb()) {
          case "dbput" -> its.listener.said(Smpd1Command.parse(its0));
          case "barrier" -> {
            prints(tree, its, command.tag() == 2 ? 1 : 3);
            its.listener.said(Smpd1Command.parse(its0));
            assertThat(other).isNotEmpty();
          }
          default -> {
            // It alone.
          }
        }
        if (!line.verb().equals("done")) {
          its.listener.said(command);
        }
        if (command.destination() == 0) {
          tree.expect(line.text());
        }
      } else {
        if (command.source() == 0) {
          tree.say(line.text());
        }
        while (its.answers.stream().noneMatch(a -> a.format().equals(line.text()))) {
          Thread.sleep(2);
        }
      }
    }
    tree.mpiexec.socket().close();
  }

  private static void prints(ManagerTree tree, FakeProcesses its, int lines) throws Exception {
    for (int i = 0; i < lines; i++) {
      its.prints(0, "x\n".getBytes(StandardCharsets.US_ASCII));
      tree.hear();
    }
  }

  private static @Nullable String result(ManagerTree tree) throws IOException {
    return Smpd1Command.parse(tree.hear()).get("result");
  }

  @Test
  void unknownVerbsAndImpossibleOrdersAreAnswered() throws Exception {
    var tree = new ManagerTree();
    tree.say("cmd=frobnicate src=0 dest=1 tag=7 ");
    assertThat(tree.hear())
        .isEqualTo("cmd=result src=1 dest=0 tag=0 cmd_tag=7 cmd_orig=frobnicate result=FAIL ");
    tree.say("cmd=connect src=0 dest=1 tag=8 host=nowhere id=2 ");
    assertThat(result(tree)).isEqualTo("FAIL - no host nowhere");
    tree.say("cmd=connect src=0 dest=1 tag=9 host=mh9 id=9 ");
    assertThat(result(tree)).startsWith("FAIL - manager 9 has no place");
    tree.say("cmd=dbput src=0 dest=1 tag=10 ctx_key=0 name=a key=b value=c ");
    assertThat(result(tree)).isEqualTo("FAIL - smpd does not have an initialized database.");
    tree.say("cmd=launch src=0 dest=1 tag=11 c=x i=5 n=2 k=A ");
    assertThat(tree.hear()).contains("result=FAIL error=\"launch of rank 5 of 2\"");
    tree.say("cmd=suspend src=0 dest=1 tag=12 name=A rank=0 exit_code=1 ctx_key=4 ");
    assertThat(result(tree)).isEqualTo("FAIL - no matching pmi context.");
    tree.say("cmd=close src=0 dest=1 tag=13 ");
    assertThat(tree.hear()).startsWith("cmd=closed src=1 dest=0 ");
    assertThat(tree.hear()).isEmpty();
    assertThat(tree.of(1).done()).contains("close");
  }

  @Test
  void inputReachesRankZeroAndEnds() throws Exception {
    var tree = new ManagerTree();
    for (int rank = 1; rank >= 0; rank--) {
      tree.say("cmd=launch src=0 dest=1 tag=1 c=cat q=0..1 i=" + rank + " n=2 k=A kd=B ");
      tree.hear();
    }
    tree.say("cmd=stdin src=0 dest=1 tag=2 data=68690A ");
    tree.say("cmd=close_stdin src=0 dest=1 tag=3 ");
    tree.say("cmd=kill src=0 dest=1 tag=4 exit_code=13 ctx_key=1 ");
    while (tree.of(1).done().size() < 3) {
      Thread.sleep(2);
    }
    assertThat(tree.of(1).done()).containsExactly("input 1 hi\n", "input 1 ends", "kill 1");
    tree.mpiexec.socket().close();
  }

  @Test
  void theDatabaseIsWalkedByEachByItself() throws Exception {
    var tree = new ManagerTree("A", "B");
    tree.say("cmd=start_dbs src=0 dest=1 tag=0 npreput=1 preput=\"0=\\\"k=\\\"v w\\\"\\\"\" ");
    tree.hear();
    FakeProcesses its = tree.of(1);
    tree.say("cmd=launch src=0 dest=1 tag=1 c=x i=0 n=1 k=A kd=B ");
    tree.hear();
    for (String text :
        List.of(
            "dbput name=A key=x value=1",
            "dbfirst name=A",
            "dbnext name=A",
            "dbnext name=A",
            "dbfirstdb",
            "dbdelete name=A key=x",
            "dbget name=A key=x",
            "dbcreate name=C",
            "dbdestroy name=C",
            "dbfrob name=C")) {
      String[] words = text.split(" ", 2);
      String rest = words.length == 1 ? "" : words[1];
      its.listener.said(
          Smpd1Command.parse("cmd=%s src=1 dest=1 tag=3 ctx_key=0 %s ".formatted(words[0], rest)));
    }
    assertThat(its.answers.stream().map(a -> a.get("key") + " " + a.get("result")))
        .contains("x DBS_SUCCESS", "DBS_END DBS_SUCCESS", "null DBS_FAIL")
        .endsWith("null FAIL - invalid dbs command.");
    tree.mpiexec.socket().close();
  }
}
