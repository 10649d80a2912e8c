package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every transport promises. A subclass opens the ranks; the tests are the same for all. */
@Timeout(60)
abstract class TransportContract {
  private static final Source NO_PAYLOAD = Cursor.over(new byte[0]);
  static final long SEED = 20_261_121;

  /** The ranks of one job, all in this JVM. */
  public interface Job extends AutoCloseable {
    /** The transport of {@code rank}. */
    Transport rank(int rank);

    @Override
    void close();
  }

  /** Opens {@code ranks} ranks that can reach each other. */
  protected abstract Job open(int ranks);

  /** Whether contiguous heap memory can be lent. */
  protected abstract boolean lendsHeapMemory();

  /** Whether a poll right after an offer finds the frame. */
  protected boolean deliversAtOnce() {
    return true;
  }

  /** A frame as a handler saw it. */
  @SuppressWarnings("ArrayRecordComponent") // never compared as a whole
  protected record Frame(int peer, long word0, long word1, long word2, byte[] payload) {}

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
  void aPairThatIsFullIsBusyAndLeavesTheCursorAlone() {
    try (Job job = open(2)) {
      Cursor payload = Cursor.over(new byte[1 << 20]);
      int sent = fill(job.rank(0).endpoint(1), payload, 128);
      assertThat(sent).isPositive();
      assertThat(payload.position()).isEqualTo(128L * sent);
      assertThat(job.rank(0).endpoint(1).offer(0, 0, 0, payload, 128)).isEqualTo(Offer.BUSY);
      assertThat(payload.position()).isEqualTo(128L * sent);
    }
  }

  @Test
  void aFullPairDrainsInOrderAndFillsAgainManyTimes() {
    try (Job job = open(2)) {
      long sent = 0;
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
      fill(job.rank(1).endpoint(0), NO_PAYLOAD, 0);
      offer(job.rank(2), 0, 5, 0, 0, new byte[0]);
      boolean[] seen = new boolean[3];
      int polls = 0;
      while (!seen[2]) {
        job.rank(0).poll((peer, w0, w1, w2, memory, offset, bytes) -> seen[peer] = true);
        assertThat(++polls).isLessThan(1000);
      }
    }
  }

  @Test
  void aHandlerMayOffer() {
    try (Job job = open(2)) {
      offer(job.rank(0), 1, 11, 0, 0, pattern(50, 1));
      pollUntil(
          job.rank(1),
          (peer, w0, w1, w2, memory, offset, bytes) ->
              offer(job.rank(1), peer, Cursor.over(memory.asSlice(offset, bytes)), bytes));
      assertThat(next(job.rank(0)).payload()).isEqualTo(pattern(50, 1));
    }
  }

  @Test
  void aFrameWhoseHandlerThrowsIsTakenAndTheNextOneFollows() {
    try (Job job = open(2)) {
      for (int i = 0; i < 3; i++) {
        offer(job.rank(0), 1, i, 0, 0, new byte[0]);
      }
      FrameHandler thrower =
          (peer, word0, w1, w2, memory, offset, bytes) -> {
            throw new IllegalStateException("frame " + word0);
          };
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> pollUntil(job.rank(1), thrower)).hasMessage("frame " + i);
      }
      assertThat(next(job.rank(1)).word0()).isEqualTo(2);
    }
  }

  @Test
  void aSourceThatThrowsSendsNothingAndBlocksNobody() {
    try (Job job = open(3)) {
      Source thrower = new ThrowingSource();
      for (int sender = 0; sender < 2; sender++) {
        Endpoint endpoint = job.rank(sender).endpoint(2);
        assertThatThrownBy(() -> offerUntilTaken(endpoint, thrower, 8))
            .hasMessage("the user's memory is gone");
        offer(job.rank(sender), 2, sender, 0, 0, pattern(8, sender));
      }
      List<Long> words = new ArrayList<>(List.of(next(job.rank(2)).word0()));
      words.add(next(job.rank(2)).word0());
      assertThat(words).containsExactlyInAnyOrder(0L, 1L);
    }
  }

  @Test
  void framesOfferedBeforeARankLeftStayReadable() {
    try (Job job = open(2)) {
      offer(job.rank(0), 1, 77, 0, 0, pattern(500, 2));
      job.rank(0).close();
      Frame frame = next(job.rank(1));
      assertThat(frame.word0()).isEqualTo(77);
      assertThat(frame.payload()).isEqualTo(pattern(500, 2));
    }
  }

  @Test
  void offersToARankThatLeftFailInsteadOfBeingBusyForEver() {
    try (Job job = open(2)) {
      job.rank(1).close();
      Offer answer = Offer.OK;
      for (int i = 0; i < 100_000 && answer != Offer.FAILED; i++) {
        answer = job.rank(0).endpoint(1).offer(0, 0, 0, NO_PAYLOAD, 0);
      }
      assertThat(answer).isEqualTo(Offer.FAILED);
    }
  }

  @Test
  void aSleeperIsWokenByAFrame() throws Exception {
    int frames = 20;
    try (Job job = open(2)) {
      AtomicInteger woken = new AtomicInteger();
      Together.run(
          List.of(
              () -> {
                for (int i = 0; i < frames; i++) {
                  assertThat(nextAsleep(job.rank(1)).word0()).isEqualTo(i);
                  woken.incrementAndGet();
                }
                return null;
              },
              () -> {
                for (int i = 0; i < frames; i++) {
                  while (woken.get() < i) {
                    Together.pause();
                  }
                  Thread.sleep(i % 5);
                  offer(job.rank(0), 1, i, 0, 0, new byte[0]);
                }
                return null;
              }));
    }
  }

  @Test
  void aRingBeforeSleepMakesItReturnAtOnce() {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      bell.arm();
      bell.ring();
      long start = System.nanoTime();
      bell.sleep(TimeUnit.SECONDS.toNanos(50));
      bell.disarm();
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(40));
    }
  }

  @Test
  void anotherThreadOfTheRankCanRing() throws Exception {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      AtomicInteger rung = new AtomicInteger();
      Together.run(
          List.of(
              () -> {
                while (rung.get() == 0) {
                  bell.arm();
                  bell.sleep(TimeUnit.SECONDS.toNanos(50));
                  bell.disarm();
                }
                return null;
              },
              () -> {
                Thread.sleep(30);
                rung.set(1);
                bell.ring();
                return null;
              }));
    }
  }

  @Test
  void sleepEndsWhenItsTimeIsOver() {
    try (Job job = open(2)) {
      Doorbell bell = job.rank(0).doorbell();
      bell.arm();
      bell.sleep(TimeUnit.MILLISECONDS.toNanos(3));
      bell.sleep(0);
      bell.disarm();
      assertThat(job.rank(0).poll(refuseAll())).isZero();
    }
  }

  @Test
  void reservedMemoryIsZeroedAlignedAndSharedByAllRanks() {
    try (Job job = open(2)) {
      long bytes = 10_000;
      long handle = job.rank(0).reserve(bytes);
      assertThat(handle).isNotEqualTo(Transport.NONE);
      MemorySegment mine = view(job.rank(0), handle, bytes);
      MemorySegment theirs = view(job.rank(1), handle, bytes);
      assertThat(mine.byteSize()).isEqualTo(bytes);
      assertThat(mine.address() % 64).isZero();
      assertThat(mine.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
      theirs.set(ValueLayout.JAVA_LONG, 9992, 1234);
      assertThat(mine.get(ValueLayout.JAVA_LONG, 9992)).isEqualTo(1234);
      job.rank(1).release(handle, bytes);
    }
  }

  @Test
  void releasedMemoryIsUsedAgainAndZeroedAgain() {
    try (Job job = open(2)) {
      SplittableRandom random = new SplittableRandom(SEED);
      List<long[]> held = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        if (held.size() > 8) {
          long[] out = held.remove(random.nextInt(held.size()));
          job.rank(i % 2).release(out[0], out[1]);
        }
        long bytes = 1L + random.nextInt(60_000);
        long handle = job.rank((i + 1) % 2).reserve(bytes);
        MemorySegment memory = view(job.rank(i % 2), handle, bytes);
        assertThat(isFilledWith(memory, (byte) 0)).as("round %d, seed %d", i, SEED).isTrue();
        memory.fill((byte) i);
        held.add(new long[] {handle, bytes, i});
        for (long[] each : held) {
          MemorySegment view = view(job.rank(0), each[0], each[1]);
          assertThat(isFilledWith(view, (byte) each[2])).as("round %d, seed %d", i, SEED).isTrue();
        }
      }
    }
  }

  @Test
  void aLentReservedBufferIsCopiedOnce() {
    try (Job job = open(2)) {
      long handle = job.rank(0).reserve(5000);
      MemorySegment buffer = view(job.rank(0), handle, 5000);
      buffer.copyFrom(MemorySegment.ofArray(pattern(5000, 4)));
      long descriptor = job.rank(0).endpoint(1).lend(Cursor.over(buffer.asSlice(100, 4000)));
      assertThat(descriptor).isNotEqualTo(Transport.NONE);
      copyAndCheck(job, descriptor, Arrays.copyOfRange(pattern(5000, 4), 100, 4100));
    }
  }

  @Test
  void aHeapBufferIsLentOrRefused() {
    try (Job job = open(2)) {
      for (boolean scattered : new boolean[] {false, true}) {
        MemorySegment heap = MemorySegment.ofArray(pattern(40_000, 5));
        Source source = scattered ? Cursor.scattered(heap) : Cursor.over(heap);
        long epoch = job.rank(0).endpoint(1).epoch();
        long descriptor = job.rank(0).endpoint(1).lend(source);
        if (lendsHeapMemory()) {
          copyAndCheck(job, descriptor, pattern(40_000, 5));
        } else if (descriptor != Transport.NONE) {
          byte[] target = new byte[40_000];
          Lease lease = job.rank(1).borrow(0, descriptor);
          assertThat(lease.isProvisional() && !scattered).isTrue();
          boolean isCopied = lease.copyTo(Cursor.over(target), 0, target.length);
          if (isCopied && job.rank(0).endpoint(1).reclaim(descriptor, epoch)) {
            assertThat(target).isEqualTo(pattern(40_000, 5));
          }
        }
      }
    }
  }

  @Test
  void manyLoansAreKeptApart() {
    try (Job job = open(2)) {
      List<Long> descriptors = new ArrayList<>();
      long handle = job.rank(0).reserve(64L * 100);
      MemorySegment all = view(job.rank(0), handle, 64L * 100);
      for (int i = 0; i < 100; i++) {
        MemorySegment one = all.asSlice(i * 64L, 64);
        one.fill((byte) i);
        descriptors.add(job.rank(0).endpoint(1).lend(Cursor.over(one)));
      }
      for (int i = 99; i >= 0; i--) {
        byte[] target = new byte[64];
        job.rank(1).borrow(0, descriptors.get(i)).copyTo(Cursor.over(target), 0, 64);
        assertThat(target).containsOnly((byte) i);
        job.rank(0).endpoint(1).reclaim(descriptors.get(i), 0);
      }
    }
  }

  private static void copyAndCheck(Job job, long descriptor, byte[] expected) {
    Lease lease = job.rank(1).borrow(0, descriptor);
    for (boolean scattered : new boolean[] {false, true}) {
      byte[] target = new byte[expected.length];
      MemorySegment memory = MemorySegment.ofArray(target);
      Cursor sink = scattered ? Cursor.scattered(memory) : Cursor.over(memory);
      int half = expected.length / 2;
      sink.position(half);
      lease.copyTo(sink, half, expected.length - half);
      assertThat(sink.remainingBytes()).isZero();
      sink.position(0);
      lease.copyTo(sink, 0, half);
      assertThat(sink.position()).isEqualTo(half);
      assertThat(target).isEqualTo(expected);
    }
    job.rank(0).endpoint(1).reclaim(descriptor, 0);
  }

  static MemorySegment view(Transport transport, long handle, long bytes) {
    MemorySegment memory = transport.view(handle, bytes);
    if (memory == null) {
      throw new AssertionError("rank " + transport.rank() + " cannot map handle " + handle);
    }
    return memory;
  }

  private static boolean isFilledWith(MemorySegment memory, byte value) {
    byte[] expected = new byte[(int) memory.byteSize()];
    Arrays.fill(expected, value);
    return memory.mismatch(MemorySegment.ofArray(expected)) < 0;
  }

  private static int fill(Endpoint endpoint, Source payload, int bytes) {
    int sent = 0;
    int refusals = 0;
    // Several refusals in a row, because a faulty transport refuses now and then.
    while (refusals < 50) {
      if (endpoint.offer(sent, 0, 0, payload, bytes) == Offer.OK) {
        sent++;
        refusals = 0;
      } else {
        refusals++;
      }
    }
    return sent;
  }

  static byte[] pattern(int bytes, int seed) {
    byte[] pattern = new byte[bytes];
    new Random(seed).nextBytes(pattern);
    return pattern;
  }

  static void offer(Transport from, int to, long word0, long word1, long word2, byte[] payload) {
    Cursor cursor = Cursor.over(payload);
    while (from.endpoint(to).offer(word0, word1, word2, cursor, payload.length) == Offer.BUSY) {
      Together.pause();
    }
  }

  private static void offer(Transport from, int to, Source payload, int bytes) {
    offerUntilTaken(from.endpoint(to), payload, bytes);
  }

  private static void offerUntilTaken(Endpoint endpoint, Source payload, int bytes) {
    while (endpoint.offer(0, 0, 0, payload, bytes) == Offer.BUSY) {
      Together.pause();
    }
  }

  private static void pollUntil(Transport transport, FrameHandler handler) {
    while (transport.poll(handler) == 0) {
      Together.pause();
    }
  }

  private static FrameHandler refuseAll() {
    return (peer, word0, word1, word2, memory, offset, bytes) -> {
      throw new AssertionError("a frame from nowhere: " + peer + " " + word0);
    };
  }

  /** The next frame; frames that came with it wait for the next call. */
  private Frame next(Transport transport) {
    return backlog(transport).next(false);
  }

  private Frame nextAsleep(Transport transport) {
    return backlog(transport).next(true);
  }

  private final ConcurrentHashMap<Transport, Backlog> backlogs = new ConcurrentHashMap<>();

  private Backlog backlog(Transport transport) {
    return backlogs.computeIfAbsent(transport, Backlog::new);
  }

  private static final class ThrowingSource implements Source {
    @Override
    public long remainingBytes() {
      return 8;
    }

    @Override
    public void read(MemorySegment target, long targetOffset, long bytes) {
      throw new IllegalStateException("the user's memory is gone");
    }

    @Override
    public void position(long positionBytes) {
      throw new IllegalStateException("not to be moved");
    }

    @Override
    public MemorySegment contiguous() {
      throw new IllegalStateException("the user's memory is gone");
    }
  }
}
