package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How frames travel: whole, in order, as many as there is room for. */
@Timeout(60)
abstract class FrameContract extends TransportRig {
  @Test
  void anIdleTransportHasNothing() {
    try (Job job = open(2)) {
      assertThat(job.rank(0).poll(refuseAll())).isZero();
      assertThat(job.rank(0).size()).isEqualTo(2);
      assertThat(job.rank(1).rank()).isEqualTo(1);
      assertThat(job.rank(1).endpoint(0)).isSameAs(job.rank(1).endpoint(0));
      assertThat(job.rank(1).endpoint(0).peer()).isZero();
    }
  }

  @Test
  void aFrameArrivesWithItsWordsAndItsPayload() {
    try (Job job = open(2)) {
      offer(job.rank(0), 1, Long.MIN_VALUE, -1, 42, pattern(17, 3));
      Frame frame = next(job.rank(1));
      assertThat(frame.peer()).isZero();
      assertThat(List.of(frame.word0(), frame.word1(), frame.word2()))
          .containsExactly(Long.MIN_VALUE, -1L, 42L);
      assertThat(frame.payload()).isEqualTo(pattern(17, 3));
    }
  }

  @Test
  void aFrameThatWasOfferedIsThereAtTheNextPoll() {
    try (Job job = open(3)) {
      for (int sender = 1; sender < 3; sender++) {
        for (int i = 0; i < 3; i++) {
          offer(job.rank(sender), 0, i, 0, 0, new byte[0]);
          // A rank goes to sleep when a poll finds nothing, so it must not overlook a frame.
          AtomicInteger frames = new AtomicInteger();
          do {
            job.rank(0).poll((peer, w0, w1, w2, memory, o, bytes) -> frames.incrementAndGet());
          } while (frames.get() == 0 && !deliversAtOnce());
          assertThat(frames).as("frames after number %d of rank %d", i, sender).hasValue(1);
        }
      }
    }
  }

  @Test
  void everyPayloadSizeUpToTheLargestArrivesUnchanged() {
    try (Job job = open(2)) {
      int max = job.rank(0).endpoint(1).maxPayloadBytes();
      for (int bytes = 0; bytes <= max; bytes += bytes < 300 || bytes > max - 70 ? 1 : 61) {
        offer(job.rank(0), 1, bytes, 0, 0, pattern(bytes, bytes));
        Frame frame = next(job.rank(1));
        assertThat(frame.word0()).isEqualTo(bytes);
        assertThat(frame.payload()).isEqualTo(pattern(bytes, bytes));
      }
    }
  }

  @Test
  void aPieceOfALongMessageFitsAFrame() {
    try (Job job = open(2)) {
      Endpoint endpoint = job.rank(0).endpoint(1);
      assertThat(endpoint.pieceBytes()).isBetween(1, endpoint.maxPayloadBytes());
    }
  }

  @Test
  void aPayloadLongerThanTheLargestIsRefused() {
    try (Job job = open(2)) {
      Endpoint endpoint = job.rank(0).endpoint(1);
      int tooMany = endpoint.maxPayloadBytes() + 1;
      Cursor payload = Cursor.over(new byte[tooMany]);
      assertThatThrownBy(() -> endpoint.offer(0, 0, 0, payload, tooMany))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("rank 1")
          .hasMessageContaining(String.valueOf(tooMany));
      assertThat(payload.position()).isZero();
    }
  }

  @Test
  void anOfferAdvancesTheCursorByItsBytes() {
    try (Job job = open(2)) {
      Cursor payload = Cursor.over(pattern(100, 9));
      offer(job.rank(0), 1, payload, 30);
      offer(job.rank(0), 1, payload, 70);
      assertThat(payload.position()).isEqualTo(100);
      assertThat(next(job.rank(1)).payload()).isEqualTo(Arrays.copyOf(pattern(100, 9), 30));
      assertThat(next(job.rank(1)).payload())
          .isEqualTo(Arrays.copyOfRange(pattern(100, 9), 30, 100));
    }
  }

  @Test
  void payloadsLieOnEightByteBoundaries() {
    try (Job job = open(2)) {
      int max = job.rank(0).endpoint(1).maxPayloadBytes();
      AtomicInteger seen = new AtomicInteger();
      for (int bytes : new int[] {8, 96, 97, 104, max}) {
        offer(job.rank(0), 1, 7, 0, 0, pattern(bytes, 1));
        pollUntil(
            job.rank(1),
            (peer, word0, word1, word2, memory, offset, length) -> {
              // Throws when the address is not aligned.
              memory.get(ValueLayout.JAVA_LONG, offset);
              seen.incrementAndGet();
            });
      }
      assertThat(seen).hasValue(5);
    }
  }

  @Test
  void aStreamArrivesWholeAndOtherFramesComeBetweenItsFrames() {
    try (Job job = open(2)) {
      byte[] all = pattern(5_000_003, 5);
      for (Cursor payload :
          List.of(Cursor.over(all), Cursor.scattered(MemorySegment.ofArray(all)))) {
        stream(job, all, payload);
      }
    }
  }

  private static void stream(Job job, byte[] all, Cursor payload) {
    Endpoint endpoint = job.rank(0).endpoint(1);
    ByteArrayOutputStream came = new ByteArrayOutputStream();
    AtomicInteger others = new AtomicInteger();
    FrameHandler receiver =
        (peer, word0, word1, word2, memory, offset, bytes) -> {
          if (word0 == 7) {
            assertThat(List.of(word1, word2)).containsExactly(8L, 9L);
            came.writeBytes(memory.asSlice(offset, bytes).toArray(ValueLayout.JAVA_BYTE));
          } else {
            others.incrementAndGet();
          }
        };
    int sent = 0;
    while (came.size() < all.length || others.get() < sent) {
      long left = payload.remainingBytes();
      long taken = left == 0 ? 0 : endpoint.stream(7, 8, 9, payload, left);
      assertThat(taken).isEqualTo(left - payload.remainingBytes());
      boolean isMidFrame = endpoint.isMidFrame();
      Offer other = left == 0 ? Offer.BUSY : endpoint.offer(1, 0, 0, NO_PAYLOAD, 0);
      assertThat(isMidFrame && other == Offer.OK).isFalse();
      sent += other == Offer.OK ? 1 : 0;
      job.rank(0).poll(refuseAll());
      job.rank(1).poll(receiver);
    }
    assertThat(came.toByteArray()).isEqualTo(all);
    assertThat(others).hasValueGreaterThan(1);
  }

  @Test
  void framesThatAreKeptToTravelTogetherArriveWithoutAnotherCall() {
    try (Job job = open(2)) {
      Endpoint endpoint = job.rank(0).endpoint(1);
      offer(job.rank(0), 1, 0, 0, 0, pattern(8, 0));
      assertThat(next(job.rank(1)).word0()).isZero();
      for (int i = 1; i <= 10; i++) {
        Cursor payload = Cursor.over(pattern(i, i));
        while (endpoint.offerSoon(i, 0, 0, payload, i) == Offer.BUSY) {
          Together.pause();
        }
      }
      for (int i = 1; i <= 10; i++) {
        Frame frame = next(job.rank(1));
        assertThat(frame.word0()).isEqualTo(i);
        assertThat(frame.payload()).isEqualTo(pattern(i, i));
      }
    }
  }

  @Test
  void aPairThatIsFullIsBusyAndLeavesTheCursorAlone() {
    try (Job job = open(2)) {
      Cursor payload = Cursor.over(new byte[1 << 20]);
      int sent = fill(job.rank(0).endpoint(1), payload, 128);
      assertThat(sent).isPositive();
      assertThat(payload.position()).isEqualTo(128L * sent);
      // Where a system moves bytes by itself there may be room again by now.
      Offer again = job.rank(0).endpoint(1).offer(0, 0, 0, payload, 128);
      assertThat(payload.position()).isEqualTo(128L * (again == Offer.OK ? sent + 1 : sent));
    }
  }

  @Test
  void aFullPairDrainsInOrderAndFillsAgainManyTimes() {
    try (Job job = open(2)) {
      // The first one may have to wait for a connection.
      offer(job.rank(0), 1, 0, 0, 0, new byte[0]);
      long sent = 1;
      long got = 0;
      for (int round = 0; round < 50; round++) {
        while (job.rank(0).endpoint(1).offer(sent, 0, 0, NO_PAYLOAD, 0) == Offer.OK) {
          sent++;
        }
        // Some rounds leave frames behind, so that the ring is full at every position.
        for (long end = sent - round % 5; got < end; got++) {
          assertThat(next(job.rank(1)).word0()).isEqualTo(got);
        }
      }
    }
  }

  @Test
  void framesOfAPairArriveInOrderWhileBothRun() throws Exception {
    int frames = 20_000;
    try (Job job = open(2)) {
      Together.run(
          List.of(() -> sendMany(job.rank(0), frames), () -> receiveMany(job.rank(1), frames)));
    }
  }

  private static @Nullable Void sendMany(Transport from, int frames) {
    byte[] payload = new byte[200];
    for (int i = 0; i < frames; i++) {
      Arrays.fill(payload, (byte) i);
      offer(from, 1, i, i * 3L, -i, Arrays.copyOf(payload, i % 200));
    }
    return null;
  }

  private @Nullable Void receiveMany(Transport to, int frames) {
    for (int i = 0; i < frames; i++) {
      Frame frame = next(to);
      byte[] expected = new byte[i % 200];
      Arrays.fill(expected, (byte) i);
      if (frame.word0() != i || frame.word1() != i * 3L || frame.word2() != -i) {
        throw new AssertionError("instead of frame " + i + " came " + frame);
      }
      assertThat(Arrays.equals(frame.payload(), expected)).as("payload of frame %d", i).isTrue();
    }
    return null;
  }

  @Test
  void manyRanksExchangeFramesWithEveryOther() throws Exception {
    int ranks = 8;
    int framesPerPair = 100;
    try (Job job = open(ranks)) {
      List<Callable<@Nullable Void>> crowd = new ArrayList<>();
      for (int rank = 0; rank < ranks; rank++) {
        crowd.add(new Crowd(job.rank(rank), framesPerPair, SEED + rank));
      }
      Together.run(crowd);
    }
  }

  @Test
  void aRankReachesItself() {
    try (Job job = open(1)) {
      Transport self = job.rank(0);
      for (int i = 0; i < 1000; i++) {
        offer(self, 0, i, 0, 0, pattern(i % 300, i));
        Frame frame = next(self);
        assertThat(frame.peer()).isZero();
        assertThat(frame.word0()).isEqualTo(i);
        assertThat(frame.payload()).isEqualTo(pattern(i % 300, i));
      }
    }
  }

  @Test
  void aFloodFromOnePeerDoesNotHideTheOthers() {
    try (Job job = open(3)) {
      offer(job.rank(2), 0, 4, 0, 0, new byte[0]);
      next(job.rank(0)); // from now on they are connected
      fill(job.rank(1).endpoint(0), NO_PAYLOAD, 0);
      offer(job.rank(2), 0, 5, 0, 0, new byte[0]);
      boolean[] seen = new boolean[3];
      int polls = 0;
      while (!seen[2]) {
        job.rank(0).poll((peer, w0, w1, w2, memory, offset, bytes) -> seen[peer] = true);
        assertThat(++polls).isLessThan(1000);
        Together.pause();
      }
    }
  }
}
