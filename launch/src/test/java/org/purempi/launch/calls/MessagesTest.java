package org.purempi.launch.calls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.purempi.record.CallRecord;
import org.purempi.record.Family;

/** Which receive got which send. */
@Timeout(60)
class MessagesTest {
  @TempDir Path folder;

  /** Adds a record of the world's communicator as a rank would. */
  private static void add(
      SimulatedJob job, int rank, Family family, int peer, int tag, int order, int communicator) {
    int what = List.of(Family.values()).indexOf(family);
    job.log(rank).name("what", what, family, family);
    long now = 10_000 + 10 * job.now(rank);
    job.compute(rank, 1);
    job.log(rank).add(now, now + 5, 1, peer, tag, order, communicator, what, 0, 0);
  }

  @Test
  void messagesOfOneTagKeepTheirOrderAndTagsDoNot() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      add(job, 0, Family.SEND, 1, 5, 0, 1);
      add(job, 0, Family.SEND, 1, 6, 1, 1);
      add(job, 0, Family.SEND, 1, 5, 2, 1);
      add(job, 1, Family.RECEIVE, 0, 6, 0, 1);
      add(job, 1, Family.RECEIVE, 0, 5, 1, 1);
      add(job, 1, Family.RECEIVE, 0, 5, 2, 1);
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      assertThat(messages.matched()).isEqualTo(3);
      assertThat(List.of(messages.partner(0, 0), messages.partner(0, 1), messages.partner(0, 2)))
          .containsExactly(1, 0, 2);
      assertThat(messages.partner(1, 2)).isEqualTo(2);
    }
  }

  /** A receive that was posted before another may be learnt of after it. */
  @Test
  void theOrderOfPostingCountsAndNotThatOfReturning() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      add(job, 0, Family.SEND, 1, 5, 0, 1);
      add(job, 0, Family.SEND, 1, 5, 1, 1);
      add(job, 1, Family.RECEIVE, 0, 5, 1, 1);
      add(job, 1, Family.RECEIVED, 0, 5, 0, 1);
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      assertThat(messages.partner(0, 0)).isEqualTo(1);
      assertThat(messages.partner(0, 1)).isZero();
    }
  }

  @Test
  void contextsAreApartAndOneMayHaveOtherNumbersElsewhere() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      job.log(0).name("comm", 7, 12, "dup", "0-1");
      job.log(1).name("comm", 3, 12, "dup", "0-1");
      add(job, 0, Family.SEND, 1, 5, 0, 1);
      add(job, 0, Family.SEND, 1, 5, 1, 7);
      add(job, 1, Family.RECEIVE, 0, 5, 0, 3);
      add(job, 1, Family.RECEIVE, 0, 5, 1, 1);
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      assertThat(messages.partner(0, 0)).isEqualTo(1);
      assertThat(messages.partner(0, 1)).isZero();
    }
  }

  @Test
  void whatIsNotThereHasNoPartner() throws IOException {
    try (var job = new SimulatedJob(folder, 2)) {
      add(job, 0, Family.SEND, 1, 5, 0, 1);
      add(job, 0, Family.SEND, CallRecord.NONE, 5, 1, 1);
      add(job, 0, Family.SEND, 99, 5, 2, 1);
      add(job, 1, Family.RECEIVE, 0, 4, 0, 1);
      add(job, 1, Family.RECEIVE, 1, 4, 1, 9);
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      assertThat(messages.matched()).isZero();
      assertThat(messages.partner(0, 0)).isEqualTo(-1);
      assertThat(messages.partner(1, 1)).isEqualTo(-1);
    }
  }

  /** Against a model: what was sent carries its number as its length. */
  @Test
  void randomTrafficIsMatchedAsItWasSent() throws IOException {
    long seed = System.nanoTime();
    var random = new Random(seed);
    int ranks = 4;
    try (var job = new SimulatedJob(folder, ranks)) {
      record Sent(int from, int to, int tag, long arrives, long number) {}
      List<Sent> open = new ArrayList<>();
      for (int i = 0; i < 4000; i++) {
        int rank = random.nextInt(ranks);
        job.compute(rank, random.nextInt(5000));
        List<Sent> mine = open.stream().filter(sent -> sent.to == rank).toList();
        if (random.nextBoolean() || mine.isEmpty()) {
          int to = random.nextInt(ranks);
          int tag = random.nextInt(3);
          open.add(new Sent(rank, to, tag, job.send(rank, to, tag, i, "A.java:1"), i));
        } else {
          Sent any = mine.get(random.nextInt(mine.size()));
          Sent first =
              mine.stream()
                  .filter(sent -> sent.from == any.from && sent.tag == any.tag)
                  .findFirst()
                  .orElseThrow();
          open.remove(first);
          job.receive(rank, first.from, first.tag, first.number, "A.java:2", first.arrives);
        }
      }
    }
    try (var recording = new Recording(folder)) {
      var messages = new Messages(recording);
      long receives = 0;
      for (RankCalls rank : recording.ranks()) {
        for (int i = 0; i < rank.count(); i++) {
          CallRecord call = rank.get(i);
          if (call != null && rank.family(call) == Family.RECEIVE) {
            receives++;
            RankCalls sender = Objects.requireNonNull(recording.rank(call.peer()));
            int partner = messages.partner(rank.rank(), i);
            assertThat(partner).as("seed %d", seed).isNotNegative();
            CallRecord send = Objects.requireNonNull(sender.get(partner));
            assertThat(send.bytes()).as("seed %d", seed).isEqualTo(call.bytes());
          }
        }
      }
      assertThat(messages.matched()).isEqualTo(receives).isGreaterThan(1000);
      assertThat(messages.backwardsNanos()).isZero();
    }
  }
}
