package org.purempi.launch.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.record.CallLogReader;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** Records of hosts with other clocks, of ranks that were killed, and files that are damaged. */
@Timeout(60)
class RecordingTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir Path folder;

  @BeforeEach
  void record() {
    try (var job = new SimulatedJob(folder, 4)) {
      for (int i = 0; i < 100; i++) {
        job.compute(i % 4, 50_000);
        job.message(i % 4, (i + 1) % 4, 0, 8, "A.java:1", "A.java:2");
        job.collective(Family.ALL_TO_ALL, "barrier", -1, 0, "A.java:3");
      }
    }
  }

  /** Reads all, matches and explains; answers the notes. */
  private List<String> notes() throws IOException {
    try (var recording = new Recording(folder)) {
      new WorstWaits(recording, new Messages(recording)).sentences(3);
      return recording.notes();
    }
  }

  @Test
  void ofAWholeJobNothingIsNoted() throws IOException {
    assertThat(notes()).isEmpty();
  }

  @Test
  void clocksOfHostsAreAligned() throws IOException {
    try (var job = new SimulatedJob(folder, 4)) {
      job.host(2, 4, 1, 77 * SECOND, 2e-5);
      job.compareClocks(2);
      for (int i = 0; i < 200; i++) {
        job.compute(0, 10_000_000);
        job.message(0, 3, 0, 8, "A.java:1", "A.java:2");
        job.message(3, 0, 0, 8, "A.java:1", "A.java:2");
      }
      job.compute(2, job.now(0));
      job.compareClocks(2);
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      assertThat(recording.notes()).isEmpty();
      assertThat(messages.matched()).isEqualTo(400);
      assertThat(messages.backwardsNanos()).isZero();
      assertThat(recording.end()).isCloseTo(2 * SECOND, within(5_000_000L));
      RankCalls rank = Objects.requireNonNull(recording.rank(3));
      CallRecord last = Objects.requireNonNull(rank.get(rank.count() - 1));
      assertThat(last.end()).isCloseTo(recording.end(), within(10_000L));
    }
  }

  @Test
  void clocksThatWereNotComparedAreSetByTheirDates() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      job.host(1, 2, 1, 77 * SECOND, 0);
      job.compute(1, 20_000_000);
      job.message(1, 0, 0, 8, "A.java:1", "A.java:2");
    }
    try (var recording = new Recording(folder)) {
      assertThat(recording.notes()).singleElement().asString().contains("node1", "milliseconds");
      assertThat(recording.end()).isCloseTo(20_000_000L, within(2_000_000L));
    }
  }

  @Test
  void aMissingRankIsNamed() throws IOException {
    Files.delete(CallLogReader.calls(folder, 2));
    assertThat(notes()).singleElement().asString().startsWith("rank 2 left no record");
  }

  @Test
  void aMissingFileOfNamesIsNamed() throws IOException {
    Files.delete(CallLogReader.names(folder, 1));
    assertThat(notes()).first().asString().isEqualTo("rank-1.names is missing, so rank 1 is, too");
  }

  /** The file of a rank that was killed: longer than what was written, the last record torn. */
  @Test
  void aRankThatWasKilledIsReadUpToItsEnd() throws IOException {
    byte[] all = Files.readAllBytes(CallLogReader.calls(folder, 3));
    int torn = all.length - CallRecord.BYTES;
    for (int i = torn; i < torn + 8; i++) {
      all[i] = 0; // its begin is written last
    }
    byte[] longer = Arrays.copyOf(all, all.length + 1000 * CallRecord.BYTES);
    Files.write(CallLogReader.calls(folder, 3), longer);
    String names = Files.readString(CallLogReader.names(folder, 3));
    Files.writeString(CallLogReader.names(folder, 3), names.replaceFirst("(?m)^end.*\n", ""));
    try (var recording = new Recording(folder)) {
      assertThat(recording.notes())
          .containsExactly("rank 3 has not ended MPI: the calls that did not return are missing");
      RankCalls rank = Objects.requireNonNull(recording.rank(3));
      assertThat(rank.count()).isEqualTo(torn / CallRecord.BYTES);
    }
  }

  @Test
  void aTornLineOfNamesIsPassedOver() throws IOException {
    Files.writeString(CallLogReader.names(folder, 0), "what\t7", StandardOpenOption.APPEND);
    assertThat(notes()).containsExactly("rank 0: 1 damaged records are left out");
  }

  @Test
  void namesThatAreNoTextLeaveTheRankOut() throws IOException {
    Files.write(CallLogReader.names(folder, 0), new byte[] {(byte) 0xff, (byte) 0xfe, 'a', '\n'});
    assertThat(notes())
        .first()
        .asString()
        .startsWith("rank 0 is left out: its files cannot be read");
  }

  /** Whatever stands in the files: nothing is thrown, and what is told has an end. */
  @Test
  void randomDamageIsToldAndNotThrown() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int time = 0; time < 60; time++) {
      Path file = CallLogReader.calls(folder, random.nextInt(4));
      if (random.nextInt(3) == 0) {
        file = CallLogReader.names(folder, random.nextInt(4));
      }
      byte[] all = Files.readAllBytes(file);
      for (int i = 0; all.length > 0 && i < 30; i++) {
        boolean isText = file.toString().endsWith("names");
        all[random.nextInt(all.length)] =
            (byte) (isText ? ' ' + random.nextInt(90) : random.nextInt());
      }
      int length = random.nextInt(5) == 0 ? random.nextInt(all.length + 1) : all.length;
      Files.write(file, Arrays.copyOf(all, length));
      try {
        assertThat(notes()).as("seed %d", seed).hasSizeLessThan(20);
      } catch (IOException e) {
        assertThat(e).as("seed %d", seed).hasMessageContaining(folder.toString());
      }
    }
  }

  @Test
  void aFolderWithoutRecordsIsSaid() {
    assertThatThrownBy(() -> new Recording(folder.resolve("no")))
        .hasMessageEndingWith("no: there is no such directory");
    Path empty = folder.resolve("empty");
    assertThatThrownBy(() -> new Recording(Files.createDirectory(empty)))
        .hasMessageEndingWith("no rank has left a record of its calls");
  }
}
