package org.purempi.tests.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.Mpi;
import org.purempi.record.CallLogReader;
import org.purempi.record.CallRecord;
import org.purempi.tests.Launcher;
import org.purempi.tests.Launcher.Outcome;

/** Who hears of calls: the timeline's files, the profile, the flight recorder, users' tools. */
@Timeout(180)
class WatchTest {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final String LISTENER = WatchedProgram.Listener.class.getName();
  private static final String FAILING = WatchedProgram.Failing.class.getName();

  @TempDir Path folder;

  private Outcome run(List<String> flags, String... how) throws Exception {
    List<String> program = new ArrayList<>(List.of(WatchedProgram.class.getName()));
    program.add(folder.resolve("data").toString());
    program.addAll(List.of(how));
    int ranks = List.of(how).contains("threads") ? 1 : 2;
    return Launcher.run(LIMIT, ranks, flags, program);
  }

  private Path made(String name) throws IOException {
    return Files.createDirectory(folder.resolve(name));
  }

  /** What one rank has written down. */
  private record Log(List<CallRecord> calls, Map<Integer, String> whats, List<List<String>> lines) {
    static Log of(Path folder, int rank) throws IOException {
      try (CallLogReader reader = new CallLogReader(folder, rank)) {
        Map<Integer, String> whats = new HashMap<>();
        for (List<String> line : reader.lines()) {
          if (line.getFirst().equals("what")) {
            whats.put(Integer.parseInt(line.get(1)), line.get(2) + " " + line.get(3));
          }
        }
        List<CallRecord> calls = LongStream.range(0, reader.count()).mapToObj(reader::get).toList();
        return new Log(calls, whats, reader.lines());
      }
    }

    List<CallRecord> of(String what) {
      return calls.stream().filter(c -> what.equals(whats.get(c.what()))).toList();
    }

    List<List<String>> lines(String word) {
      return lines.stream().filter(line -> line.getFirst().equals(word)).toList();
    }
  }

  private static void check(Path timeline) throws IOException {
    assertThat(CallLogReader.ranks(timeline)).containsExactly(0, 1);
    Log sender = Log.of(timeline, 0);
    Log receiver = Log.of(timeline, 1);
    assertThat(sender.of("SEND send"))
        .extracting(CallRecord::peer)
        .containsExactly(1, 1, 1, 1, 1, 1, 1, -1);
    assertThat(sender.of("SEND send").getLast().order()).isEqualTo(CallRecord.NONE); // it throws
    assertThat(sender.of("SEND send").getFirst().peer()).isEqualTo(1);
    assertThat(sender.of("SEND send").getFirst().tag()).isEqualTo(5);
    assertThat(sender.of("SEND send").getFirst().bytes()).isEqualTo(24);
    List<CallRecord> received = receiver.of("RECEIVE recv");
    assertThat(received).extracting(CallRecord::tag).containsExactly(5, 5, 14, 13);
    assertThat(received).extracting(CallRecord::bytes).containsExactly(24L, 8L, 40L, 32L);
    CallRecord early = receiver.of("RECEIVED received").getFirst();
    assertThat(early.tag()).isEqualTo(6);
    assertThat(early.peer()).isZero();
    assertThat(early.order()).isLessThan(received.getFirst().order());
    assertThat(early.begin()).isLessThan(early.end());
    assertThat(receiver.of("STARTED start")).hasSize(4);
    assertThat(receiver.of("SENT sent")).extracting(CallRecord::tag).containsExactly(7, 8, 8);
    assertThat(receiver.of("RECEIVED received"))
        .extracting(CallRecord::tag)
        .containsExactly(6, 8, 8, 11, 20, 21, 22, 23, 24);
    checkMatched(receiver);
    checkTested(sender);
    checkTested(receiver);
    assertThat(sender.of("EXCHANGE sendrecv")).hasSize(1);
    assertThat(sender.of("WAIT waitAll")).hasSize(3);
    assertThat(sender.of("FROM_ROOT bcast").getFirst().peer()).isEqualTo(1);
    assertThat(sender.of("ALL_TO_ALL allreduce").getFirst().order()).isZero();
    assertThat(sender.of("FROM_ROOT bcast").getFirst().order()).isEqualTo(1);
    assertThat(sender.of("MAKING dup")).hasSize(1);
    assertThat(sender.of("EPOCH fence")).hasSize(2);
    assertThat(sender.of("ACCESS put").getFirst().peer()).isEqualTo(1);
    assertThat(sender.of("FILE_TOGETHER writeAtAll")).hasSize(1);
    for (CallRecord call : sender.calls()) {
      assertThat(call.begin()).isPositive();
      assertThat(call.end()).isGreaterThanOrEqualTo(call.begin());
    }
    assertThat(sender.lines("comm"))
        .anySatisfy(line -> assertThat(line).endsWith("MPI_COMM_WORLD", "0-1"))
        .anySatisfy(line -> assertThat(line).endsWith("pair", "0-1"));
    assertThat(sender.lines("site"))
        .anySatisfy(line -> assertThat(line.get(2)).startsWith("WatchedProgram.java:"));
    assertThat(sender.lines("rank")).containsExactly(List.of("rank", "0", "2"));
    assertThat(sender.lines("end")).hasSize(1);
  }

  /** Matched probes give a receive its place among those that were posted. */
  private static void checkMatched(Log receiver) {
    assertThat(receiver.of("PROBE mprobe")).extracting(CallRecord::tag).containsExactly(10, 11);
    assertThat(receiver.of("PROBE improbe")).extracting(CallRecord::tag).containsExactly(12);
    assertThat(receiver.of("PROBE iprobe")).extracting(CallRecord::tag).containsExactly(13);
    assertThat(receiver.of("STARTED imrecv")).hasSize(1);
    List<CallRecord> matched = receiver.of("RECEIVE mrecv");
    assertThat(matched).extracting(CallRecord::tag).containsExactly(12, 10);
    assertThat(matched).extracting(CallRecord::peer).containsOnly(0);
    assertThat(matched).extracting(CallRecord::bytes).containsExactly(24L, 8L);
    CallRecord started =
        receiver.of("RECEIVED received").stream()
            .filter(c -> c.tag() == 11)
            .findFirst()
            .orElseThrow();
    assertThat(matched.getFirst().order()).isLessThan(matched.getLast().order());
    assertThat(matched.getLast().order()).isLessThan(started.order());
  }

  private static void checkTested(Log log) {
    assertThat(log.of("WAIT testAll")).hasSize(1);
    assertThat(log.of("WAIT testAny")).hasSize(1);
    assertThat(log.of("WAIT testSome")).hasSize(1);
    assertThat(log.of("WAIT join")).hasSize(1);
    assertThat(log.of("WAIT get")).hasSize(1);
    assertThat(log.of("OTHER close")).hasSize(1);
    assertThat(log.calls().getLast()).isEqualTo(log.of("OTHER close").getFirst());
  }

  @Test
  void theTimelineOfProcessesHasEveryCallOnce() throws Exception {
    Path timeline = made("timeline");
    Path profile = made("profile");
    Outcome outcome =
        run(List.of("-Dpurempi.timeline=" + timeline, "-Dpurempi.profile=" + profile));
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    check(timeline);
    Log log = Log.of(timeline, 1);
    assertThat(log.of("OTHER init")).hasSize(1);
    CallRecord init = log.of("OTHER init").getFirst();
    assertThat(log.calls())
        .allSatisfy(c -> assertThat(c.begin()).isGreaterThanOrEqualTo(init.begin()));
    assertThat(Files.readAllLines(profile.resolve("rank-1.profile")))
        .anyMatch(line -> line.matches("call\tmrecv\tRECEIVE\tWatchedProgram.java:\\d+\t.*"))
        .anyMatch(line -> line.matches("call\timprobe\tPROBE\t.*"))
        .anyMatch(line -> line.matches("call\ttestSome\tWAIT\t.*"))
        .anyMatch(line -> line.matches("call\tjoin\tWAIT\tWatchedProgram.java:\\d+\t.*"))
        .anyMatch(line -> line.matches("call\tinit\tOTHER\tWatchedProgram.java:\\d+\t.*"))
        .anyMatch(line -> line.matches("call\tclose\tOTHER\tWatchedProgram.java:\\d+\t.*"));
    List<String> lines = Files.readAllLines(profile.resolve("rank-0.profile"));
    assertThat(lines)
        .anyMatch(line -> line.matches("call\tsend\tSEND\tWatchedProgram.java:\\d+\t.*"))
        .anyMatch(line -> line.matches("call\tallreduce\tALL_TO_ALL\t.*\tMPI_COMM_WORLD\t1\t.*"))
        .anyMatch(line -> line.matches("sent\t1\t\\d+\t\\d+"))
        .anyMatch(line -> line.matches("span\t\\d+"));
  }

  @Test
  void theTimelineOfThreadsIsTheSame() throws Exception {
    Path timeline = made("timeline");
    Outcome outcome = run(List.of("-Dpurempi.timeline=" + timeline), "threads");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    check(timeline);
  }

  @Test
  void ofRanksThatDieWhatTheyHaveDoneIsThere() throws Exception {
    Path timeline = made("timeline");
    Outcome outcome = run(List.of("-Dpurempi.timeline=" + timeline), "halt");
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(3);
    Log log = Log.of(timeline, 0);
    assertThat(log.of("FILE_TOGETHER writeAtAll")).hasSize(1);
    assertThat(log.lines("end")).isEmpty();
  }

  @Test
  void clocksOfOtherHostsAreCompared() throws Exception {
    Path timeline = made("timeline");
    Outcome outcome =
        run(List.of("-Dpurempi.timeline=" + timeline, "-Dpurempi.hosts.of.ranks=a,b"));
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(Log.of(timeline, 0).lines("clock")).isEmpty();
    List<String> clock = Log.of(timeline, 1).lines("clock").getFirst();
    // In truth it is the same clock.
    assertThat(Math.abs(Long.parseLong(clock.get(2)))).isLessThan(Duration.ofSeconds(1).toNanos());
    check(timeline);
  }

  @Test
  void oneFolderTakesTheFilesOfSeveralWorlds() throws Exception {
    Path timeline = made("timeline");
    for (int i = 0; i < 2; i++) {
      Outcome outcome = run(List.of("-Dpurempi.timeline=" + timeline), "threads");
      assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    }
    check(timeline);
    try (var inside = Files.list(timeline)) {
      List<Path> later = inside.filter(Files::isDirectory).toList();
      assertThat(later).hasSize(1);
      check(later.getFirst());
    }
  }

  @Test
  void toolsHearOfEveryCallOfTheProgram() throws Exception {
    Outcome outcome =
        run(List.of("-Dpurempi.interceptors=" + FAILING + "," + LISTENER + "," + LISTENER));
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    assertThat(outcome.err().replaceAll("@\\w+", ""))
        .contains("asked no more\njava.lang.IllegalStateException: this tool");
    assertThat(outcome.out())
        .contains("0: started 0 of 2\n")
        .contains("0: enters send 1 5\n")
        .contains("0: leaves send(0) 24 bytes of 1 tag 5 on MPI_COMM_WORLD: sendmessages\n")
        .contains("1: enters recv " + Mpi.ANY_SOURCE + " " + Mpi.ANY_TAG + "\n")
        .contains("1: leaves recv(1) 24 bytes of 0 tag 5 on MPI_COMM_WORLD: recvmessages\n")
        .contains("leaves sendrecv(0) 4 bytes of 1 tag 7")
        .contains("on pair: barrier")
        .contains("1: leaves mrecv(1) 24 bytes of 0 tag 12 on MPI_COMM_WORLD: mrecvmatched\n")
        .contains("1: leaves imrecv(1) 16 bytes of 0 tag 11 on MPI_COMM_WORLD: imrecvmatched\n")
        .contains("1: leaves improbe(1) 24 bytes of 0 tag 12 on MPI_COMM_WORLD: improbematched\n")
        .contains("1: leaves iprobe(1) 32 bytes of 0 tag 13 on MPI_COMM_WORLD: iprobematched\n")
        .contains("testAlltested", "testAnytested", "testSometested", "jointested", "gettested")
        .contains("0: enters init", ": initmain\n", "0: enters close", ": closemain\n")
        .contains("throws MpiArgumentException")
        .doesNotContain("isendrecv", "took no time");
  }

  @Test
  void aToolThatCannotBeMadeIsNamed() throws Exception {
    Outcome outcome = run(List.of("-Dpurempi.interceptors=org.example.Tool"));
    assertThat(outcome.exitCode()).isNotZero();
    assertThat(outcome.err()).contains("org.example.Tool: no interceptor can be made of the class");
  }

  @Test
  void theFlightRecorderHasAnEventForEachCall() throws Exception {
    Path file = folder.resolve("%p.jfr");
    Outcome outcome =
        run(List.of("-Dpurempi.jfr=true", "-XX:StartFlightRecording:filename=" + file), "threads");
    assertThat(outcome.exitCode()).as("%s", outcome).isZero();
    List<RecordedEvent> events = new ArrayList<>();
    try (var inside = Files.list(folder)) {
      for (Path recording : inside.filter(p -> p.toString().endsWith(".jfr")).toList()) {
        events.addAll(RecordingFile.readAllEvents(recording));
      }
    }
    List<RecordedEvent> ours =
        events.stream().filter(e -> e.getEventType().getName().startsWith("org.purempi.")).toList();
    assertThat(ours)
        .anySatisfy(
            e -> {
              assertThat(e.getEventType().getName()).isEqualTo("org.purempi.Send");
              assertThat(e.getString("call")).isEqualTo("send");
              assertThat(e.getLong("bytes")).isEqualTo(24);
              assertThat(e.getInt("peer")).isEqualTo(1);
            })
        .anySatisfy(
            e -> assertThat(e.getEventType().getName()).isEqualTo("org.purempi.Collective"));
  }
}
