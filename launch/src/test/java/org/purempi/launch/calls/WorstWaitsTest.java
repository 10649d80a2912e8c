package org.purempi.launch.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** Who has waited for whom, how long, and what is said of it. */
@Timeout(60)
class WorstWaitsTest {
  private static final long MILLI = 1_000_000;

  @TempDir Path folder;

  /** What is found in a folder, while it is open. */
  @FunctionalInterface
  private interface Look {
    void at(Recording recording, WorstWaits waits);
  }

  private void look(Look look) throws IOException {
    try (var recording = new Recording(folder)) {
      look.at(recording, new WorstWaits(recording, new Messages(recording)));
    }
  }

  private static List<String> texts(WorstWaits waits) {
    return waits.sentences(3).stream().map(WorstWaits.Sentence::text).toList();
  }

  @Test
  void aReceiveWaitsForALateSender() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      job.message(1, 0, 3, 8, "Solver.java:70", "Solver.java:88");
      job.compute(1, 30 * MILLI);
      job.message(1, 0, 3, 8, "Solver.java:75", "Solver.java:88");
      job.compute(0, 10 * MILLI);
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().kind(0, 1)).isEqualTo(WaitKind.LATE_SENDER);
          assertThat(waits.waits().nanos(0, 1)).isCloseTo(30 * MILLI, within(5000L));
          assertThat(waits.waits().culprit(0, 1)).isEqualTo(1);
          assertThat(texts(waits))
              .containsExactly(
                  "rank 0 waited 30.0 ms of 40.0 ms in recv at Solver.java:88 for rank 1, which"
                      + " computed between Solver.java:70 and :75");
        });
  }

  @Test
  void aSendWaitsForALateReceiver() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      job.compute(1, 20 * MILLI);
      job.synchronous(0, 1, 3, 8, "A.java:1", "A.java:2");
      job.compute(0, 20 * MILLI);
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().kind(0, 0)).isEqualTo(WaitKind.LATE_RECEIVER);
          assertThat(waits.waits().nanos(0, 0)).isCloseTo(20 * MILLI, within(5000L));
          assertThat(waits.waits().kind(1, 0)).isEqualTo(WaitKind.NONE);
          assertThat(texts(waits))
              .containsExactly(
                  "rank 0 waited 20.0 ms of 40.0 ms in ssend at A.java:1 for a receive of rank 1,"
                      + " which computed before A.java:2");
        });
  }

  @Test
  void aBufferedSendWaitsForNobody() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      long arrives = job.send(0, 1, 3, 8, "A.java:1");
      job.compute(1, 20 * MILLI);
      job.receive(1, 0, 3, 8, "A.java:2", arrives);
    }
    look((recording, waits) -> assertThat(texts(waits)).isEmpty());
  }

  @Test
  void allWaitForTheLastAtACollectiveOperation() throws IOException {
    try (var job = new SimulatedJob(folder, 4)) {
      job.collective(Family.ALL_TO_ALL, "barrier", -1, 0, "A.java:1");
      for (int i = 0; i < 5; i++) {
        job.compute(2, 10 * MILLI);
        job.collective(Family.ALL_TO_ALL, "allreduce", -1, 8, "A.java:9");
      }
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().kind(2, 1)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().kind(3, 1)).isEqualTo(WaitKind.IMBALANCE);
          assertThat(waits.total(WaitKind.IMBALANCE)).isCloseTo(150e6, within(1e5));
          assertThat(texts(waits).getFirst())
              .startsWith("ranks 0-1,3 waited 150 ms together, rank ")
              .endsWith(
                  " 50.0 ms of 50.0 ms, in allreduce at A.java:9 for rank 2, which computed between"
                      + " two calls at A.java:9");
        });
  }

  @Test
  void othersWaitForTheRootAndTheRootForOthers() throws IOException {
    try (var job = new SimulatedJob(folder, 3)) {
      job.compute(1, 10 * MILLI);
      job.collective(Family.FROM_ROOT, "bcast", 1, 8, "A.java:1");
      job.compute(0, 40 * MILLI);
      job.collective(Family.TO_ROOT, "gather", 1, 8, "A.java:2");
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().nanos(0, 0)).isCloseTo(10 * MILLI, within(5000L));
          assertThat(waits.waits().nanos(2, 0)).isCloseTo(10 * MILLI, within(5000L));
          assertThat(waits.waits().kind(1, 0)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().kind(2, 1)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().culprit(1, 1)).isZero();
          assertThat(waits.waits().nanos(1, 1)).isCloseTo(40 * MILLI, within(10_000L));
        });
  }

  @Test
  void inAPrefixSumRanksWaitForThoseBeforeThem() throws IOException {
    try (var job = new SimulatedJob(folder, 3)) {
      job.compute(1, 10 * MILLI);
      job.collective(Family.PREFIX, "scan", -1, 8, "A.java:1");
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().kind(0, 0)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().kind(1, 0)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().nanos(2, 0)).isCloseTo(10 * MILLI, within(5000L));
        });
  }

  @Test
  void aWaitForARequestWaitsForItsSender() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      long posted = 5_000_000_000L; // when all began
      job.compute(0, 5 * MILLI);
      job.compute(1, 25 * MILLI);
      long arrives = job.send(1, 0, 3, 8, "A.java:1");
      job.waitFor(0, 1, 3, 8, posted, arrives, "A.java:2");
    }
    look(
        (recording, waits) -> {
          assertThat(waits.waits().kind(0, 0)).isEqualTo(WaitKind.NONE);
          assertThat(waits.waits().kind(0, 1)).isEqualTo(WaitKind.LATE_SENDER);
          assertThat(waits.waits().nanos(0, 1)).isCloseTo(20 * MILLI, within(5000L));
        });
  }

  @Test
  void whoWasLateBecauseItWaitedItselfIsSaid() throws IOException {
    try (var job = new SimulatedJob(folder, 3)) {
      job.compute(2, 50 * MILLI);
      job.message(2, 1, 0, 8, "A.java:1", "A.java:2");
      job.message(1, 0, 0, 8, "A.java:3", "A.java:4");
    }
    look(
        (recording, waits) ->
            assertThat(texts(waits))
                .anySatisfy(
                    text ->
                        assertThat(text)
                            .contains("in recv at A.java:4 for rank 1")
                            .endsWith("was in recv at A.java:2, itself waiting for rank 2")));
  }

  /** A communicator that is made again has the context of one that was freed, and orders from 0. */
  @Test
  void operationsOfCommunicatorsOneAfterAnotherAreApart() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      job.communicator(4, 9, "0-1", 0, 1);
      job.collective(4, Family.ALL_TO_ALL, "barrier", -1, 0, "A.java:1", 0, 1);
      job.communicator(5, 9, "0-1", 0, 1);
      job.compute(0, 30 * MILLI);
      job.collective(5, Family.ALL_TO_ALL, "barrier", -1, 0, "A.java:1", 0, 1);
    }
    look(
        (recording, waits) -> {
          assertThat(waits.total(WaitKind.IMBALANCE)).isCloseTo(30e6, within(1e4));
          assertThat(waits.waits().culprit(1, 1)).isZero();
          assertThat(waits.waits().kind(1, 0)).isEqualTo(WaitKind.NONE);
        });
  }

  @Test
  void callsWithoutAnOrderMeetByTheirPlace() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      for (int rank = 0; rank < 2; rank++) {
        job.log(rank).name("what", 90, Family.MAKING, "split");
        long late = 20L * rank * MILLI;
        int none = CallRecord.NONE;
        long begin = 5_000_000_000L + late;
        long end = 5_000_000_000L + 21 * MILLI;
        job.log(rank).add(begin, end, -1, none, 0, none, 1, 90, 0, 0);
        job.compute(rank, 30 * MILLI);
      }
    }
    look(
        (recording, waits) ->
            assertThat(waits.waits().nanos(0, 0)).isCloseTo(20 * MILLI, within(5000L)));
  }

  @Test
  void linesOfShortCallsAreThoseOfCallsAlike() throws IOException {
    try (var job = new SimulatedJob(folder, 1)) {
      job.log(0).name("what", 90, Family.ACCESS, "put");
      job.log(0).name("site", 91, "A.java:7", "A.main");
      job.log(0).add(6_000_000_000L, 6_000_000_001L, -1, -1, 2, -1, 1, 90, 0, 0);
      job.log(0).add(6_000_000_002L, 6_000_000_003L, -1, -1, 2, -1, 1, 90, 91, 0);
      job.log(0).add(6_000_000_004L, 6_000_000_005L, -1, -1, 3, -1, 1, 90, 0, 0);
    }
    try (var recording = new Recording(folder)) {
      RankCalls rank = recording.ranks().getFirst();
      CallRecord alike = Objects.requireNonNull(rank.get(0));
      CallRecord other = Objects.requireNonNull(rank.get(2));
      assertThat(recording.names().line(alike.site()).place()).isEqualTo("A.java:7");
      assertThat(recording.names().line(other.site()).place()).isEmpty();
    }
  }
}
