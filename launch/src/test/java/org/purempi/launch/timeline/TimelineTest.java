package org.purempi.launch.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.launch.calls.RankCalls;
import org.purempi.launch.calls.Recording;
import org.purempi.launch.calls.SimulatedJob;
import org.purempi.record.CallLogReader;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** The files of a timeline, read again; {@code tests/browser} looks at pages in a browser. */
@Timeout(60)
class TimelineTest {
  private static final String EVIL = "</script><script>alert(1)</script>&'\"\\\u2028";

  @TempDir Path folder;

  private void job(int ranks, int rounds) {
    var random = new Random(5);
    try (var job = new SimulatedJob(folder, ranks)) {
      for (int i = 0; i < rounds; i++) {
        for (int rank = 0; rank < ranks; rank++) {
          job.compute(rank, 1000 + random.nextInt(100_000));
          job.message(rank, (rank + 1) % ranks, i % 3, 100L * i, "A.java:1", "A.java:2");
        }
        job.collective(Family.ALL_TO_ALL, "allreduce", -1, 8, "A.java:3");
      }
    }
  }

  private static String page(Timeline.Made made) throws IOException {
    return Files.readString(made.page());
  }

  private static String script(String page, String id) {
    Matcher script =
        Pattern.compile("<script type=\"[a-z/]+\" id=\"" + id + "\">([^<]*)</script>")
            .matcher(page);
    assertThat(script.find()).as("script %s", id).isTrue();
    return script.group(1);
  }

  private static Object head(String page) {
    return Json.parse(script(page, "head"));
  }

  private static byte[] unpacked(String text) throws DataFormatException {
    var inflater = new Inflater(true);
    inflater.setInput(Base64.getDecoder().decode(text));
    var out = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    while (!inflater.finished()) {
      int length = inflater.inflate(piece);
      assertThat(length).isPositive();
      out.write(piece, 0, length);
    }
    inflater.end();
    return out.toByteArray();
  }

  /** The numbers of a column, as model.js reads them. */
  private static final class Column {
    private final byte[] bytes;
    private int at;

    Column(byte[] bytes, int number) {
      this.bytes = bytes;
      for (int i = 0; i < number; i++) {
        int length = (int) next();
        at += length;
      }
      next();
    }

    long next() {
      long value = 0;
      int shift = 0;
      while (bytes[at] < 0) {
        value |= (long) (bytes[at++] & 0x7f) << shift;
        shift += 7;
      }
      return value | (long) bytes[at++] << shift;
    }

    long signed() {
      long value = next();
      return value >>> 1 ^ -(value & 1);
    }
  }

  /** Begins, durations and lengths of all records, as the page has them, are those of the files. */
  @Test
  void thePageHoldsTheRecords() throws Exception {
    job(3, 5000);
    String page = page(Timeline.make(folder, false));
    List<?> ranks = Json.list(head(page), "ranks");
    try (var recording = new Recording(folder)) {
      for (int r = 0; r < 3; r++) {
        RankCalls rank = recording.ranks().get(r);
        Object its = Objects.requireNonNull(ranks.get(r));
        List<?> blocks = Json.list(its, "blocks");
        assertThat(blocks).hasSize((rank.count() + Block.RECORDS - 1) / Block.RECORDS);
        int first = (int) Json.number(its, "first");
        int record = 0;
        for (int b = 0; b < blocks.size(); b++) {
          byte[] bytes = unpacked(script(page, "b" + (first + b)));
          List<?> index = (List<?>) blocks.get(b);
          var begins = new Column(bytes, 0);
          var durations = new Column(bytes, 1);
          var lengths = new Column(bytes, 9);
          long begin = ((Double) index.get(1)).longValue();
          for (int i = 0; i < ((Double) index.get(0)).intValue(); i++) {
            CallRecord call = Objects.requireNonNull(rank.get(record++));
            begin += begins.signed();
            assertThat(begin).isEqualTo(call.begin());
            assertThat(durations.next()).isEqualTo(call.end() - call.begin());
            assertThat(lengths.next()).isEqualTo(call.bytes() + 1);
          }
        }
        assertThat(record).isEqualTo(rank.count());
      }
    }
  }

  /** A rank that computes all the time and one that waits for it, in the overview. */
  @Test
  void theOverviewTellsTheShares() throws Exception {
    try (var job = new SimulatedJob(folder, 2)) {
      job.compute(1, 3_000_000);
      job.message(1, 0, 0, 8, "A.java:1", "A.java:2");
      job.compute(0, 1_000_000);
      job.compute(1, 1_000_000);
    }
    String page = page(Timeline.make(folder, false));
    Object overview = Json.part(head(page), "overview");
    int bins = (int) Json.number(overview, "bins");
    List<?> layers = Json.list(overview, "layers");
    for (int layer = 0; layer < layers.size(); layer++) {
      boolean isWait = (Double) ((List<?>) layers.get(layer)).get(1) == 1.0;
      byte[] values = unpacked(script(page, "o" + layer));
      assertThat(values).hasSize(2 * bins);
      assertThat(values[bins / 2]).isEqualTo((byte) (isWait ? 255 : 0));
      assertThat(values[bins - 2]).isZero();
    }
    assertThat(layers).hasSize(3);
  }

  @Test
  void thePageNeedsNothingElse() throws Exception {
    job(2, 3);
    String page = page(Timeline.make(folder, false));
    assertThat(page).doesNotContainPattern("(src|href)=|@import|url\\(|https?://|fetch\\(");
  }

  @Test
  void whateverAProgramIsNamedStaysText() throws Exception {
    try (var job = new SimulatedJob(folder, 2)) {
      job.log(0).name("host", EVIL, 0);
      job.log(0).name("comm", 3, 5, EVIL, "0-1");
      job.log(0).name("thread", 4, EVIL);
      job.collective(Family.ALL_TO_ALL, EVIL, -1, 8, EVIL + ".java:1");
    }
    Timeline.Made made = Timeline.make(folder, true);
    String page = page(made);
    assertThat(page).doesNotContain("alert(1)</").doesNotContain("\u2028");
    assertThat(Json.part(head(page), "calls").toString()).contains("alert(1)");
    String perfetto = Files.readString(folder.resolve(Timeline.PERFETTO));
    assertThat(perfetto).doesNotContain("</script");
    assertThat(Json.part(Json.parse(perfetto), "traceEvents").toString())
        .contains(EVIL.substring(0, 20));
  }

  @Test
  void perfettoGetsProcessesCallsAndArrows() throws Exception {
    job(2, 4);
    Timeline.make(folder, false);
    Object trace = Json.parse(Files.readString(folder.resolve(Timeline.PERFETTO)));
    List<?> events = Json.list(trace, "traceEvents");
    assertThat(phase(events, "X")).hasSize(2 * 4 * 3);
    assertThat(phase(events, "s")).hasSize(8);
    assertThat(phase(events, "M")).extracting("name").contains("process_name", "thread_name");
    List<?> arrows = phase(events, "f");
    assertThat(arrows).hasSize(8);
    for (Object arrow : arrows) {
      assertThat(phase(events, "X")).anyMatch(call -> isWithin(arrow, call));
    }
  }

  private static List<?> phase(List<?> events, String phase) {
    return events.stream().filter(event -> Json.part(event, "ph").equals(phase)).toList();
  }

  /** Whether an arrow's end lies in a call of its rank. */
  private static boolean isWithin(Object arrow, Object call) {
    double begin = Json.number(call, "ts");
    return Json.part(call, "pid").equals(Json.part(arrow, "pid"))
        && begin <= Json.number(arrow, "ts")
        && begin + Json.number(call, "dur") > Json.number(arrow, "ts");
  }

  @Test
  void messagesOfEachPairAreCounted() throws Exception {
    job(3, 4);
    Timeline.make(folder, false);
    assertThat(Files.readAllLines(folder.resolve(Timeline.MESSAGES)))
        .containsExactly("from,to,messages,bytes", "0,1,4,600", "1,2,4,600", "2,0,4,600");
  }

  @Test
  void damagedFilesNeverThrowAnythingElse() throws Exception {
    job(3, 300);
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int time = 0; time < 15; time++) {
      Path file = CallLogReader.calls(folder, random.nextInt(3));
      byte[] all = Files.readAllBytes(file);
      for (int i = 0; i < 40; i++) {
        all[random.nextInt(all.length)] = (byte) random.nextInt();
      }
      Files.write(file, all);
      Timeline.Made made = Timeline.make(folder, true);
      assertThat(made.notes()).as("seed %d", seed).anyMatch(note -> note.contains("damaged"));
      head(page(made));
    }
  }

  @Test
  void theCommandSaysWhatItHasMade() {
    job(2, 3);
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    int code =
        TraceCommand.run(
            List.of("-perfetto", folder.toString()), new PrintStream(out), new PrintStream(err));
    assertThat(code).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .startsWith(folder.resolve("timeline.html") + ": 2 ranks, ")
        .contains(" 18 calls, 6 messages\n");
    assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void theCommandSaysWhatIsWrong() {
    var err = new ByteArrayOutputStream();
    var to = new PrintStream(err);
    assertThat(TraceCommand.run(List.of(), to, to)).isEqualTo(2);
    assertThat(TraceCommand.run(List.of("-x", "y"), to, to)).isEqualTo(2);
    assertThat(TraceCommand.run(List.of("a\0b"), to, to)).isEqualTo(2);
    assertThat(TraceCommand.run(List.of(folder.toString()), to, to)).isEqualTo(1);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("usage: purempi trace")
        .contains("not a path")
        .contains(folder + ": no rank has left a record of its calls");
  }
}
