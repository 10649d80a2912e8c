package org.purempi.transport.fast;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.SharedWords;
import org.purempi.transport.Cursor;
import org.purempi.transport.Lease;

/** Rank 0 lends; rank 1 reads; both of them here, in threads of their own. */
@Timeout(60)
class JointCopiesTest {
  /** No multiple of anything. */
  private static final int BYTES = 1_000_001;

  private static final int WRITTEN = 3 * Integer.BYTES;
  private static final int JOB = 2 * Long.BYTES;
  private static final int SINCE = 6 * Long.BYTES;
  private static final int NUMBER = 2 * Long.BYTES;

  private final Board board = new Board(0, 3, new Geometry(32, 256, 4));
  private final Arena arena = Arena.ofShared();
  private final MemorySegment memory = arena.allocate(board.bytes(), SharedWords.LINE_BYTES);
  private final MemorySegment source = arena.allocate(BYTES);
  private final MemorySegment target = arena.allocate(BYTES + 100);
  private final Neighbours lendersNeighbours = new Neighbours(memory, board, 0);
  private final JointCopies lender = new JointCopies(memory, board, 0, lendersNeighbours);
  private final Neighbours readersNeighbours = new Neighbours(memory, board, 1);
  private final JointCopies reader = new JointCopies(memory, board, 1, readersNeighbours);
  private final Random random = new Random(42);
  private final AtomicBoolean isOver = new AtomicBoolean();

  /** Written by the lender so far: it may be without a core for a while. */
  private final AtomicInteger pieces = new AtomicInteger();

  private final Queue<Long> descriptors = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void prepare() throws InterruptedException {
    OtherMemory.awaitReadable();
    lendersNeighbours.leaveNote();
    assertThat(readersNeighbours.sees(0)).isTrue();
  }

  @AfterEach
  void close() {
    arena.close();
  }

  private void fill() {
    byte[] content = new byte[BYTES];
    random.nextBytes(content);
    source.copyFrom(MemorySegment.ofArray(content));
    target.fill((byte) 0);
  }

  private boolean copied() {
    return copiedTo(target);
  }

  private boolean copiedTo(MemorySegment to) {
    return reader.copy(0, source.address(), to, 50, BYTES);
  }

  private void assertIsCopied() {
    assertThat(target.asSlice(50, BYTES).mismatch(source)).isEqualTo(-1);
    assertThat(target.asSlice(0, 50).toArray(JAVA_BYTE)).containsOnly(0);
    assertThat(target.asSlice(50 + BYTES).toArray(JAVA_BYTE)).containsOnly(0);
  }

  @Test
  void aLenderThatDoesNotLookLeavesAllOfItToTheReader() {
    fill();
    assertThat(copied()).isTrue();
    assertIsCopied();
    assertThat(lender.help()).as("nothing is left").isZero();
  }

  @Test
  void aLenderThatLooksWritesAPartOfIt() {
    CompletableFuture<Integer> helped = lenderLooks();
    for (int i = 0; i < 100 || (pieces.get() == 0 && !helped.isDone()); i++) {
      fill();
      assertThat(copied()).isTrue();
      assertIsCopied();
    }
    isOver.set(true);
    assertThat(helped.join()).isPositive();
  }

  private CompletableFuture<Integer> lenderLooks() {
    return CompletableFuture.supplyAsync(
        () -> {
          while (!isOver.get()) {
            pieces.addAndGet(lender.help());
          }
          return pieces.get();
        });
  }

  @Test
  void aReaderExpectsHelpOnlyFromALenderThatLooks() {
    assertThat(reader.isWorth(0, target, BYTES)).as("has not looked").isFalse();
    lender.help();
    assertThat(reader.isWorth(0, target, BYTES)).isTrue();
    assertThat(reader.isWorth(0, target, 100_000)).as("short").isFalse();
    assertThat(reader.isWorth(0, MemorySegment.ofArray(new byte[BYTES]), BYTES)).isFalse();
    lender.lookAway();
    assertThat(reader.isWorth(0, target, BYTES)).isFalse();
  }

  @Test
  void whatTheLenderCannotWriteTheReaderReadsAndDoesNotAskAgain() {
    readersNeighbours.leaveNote();
    falsifyNote(1); // the lender thinks that the reader is somebody else
    CompletableFuture<Integer> helped = lenderLooks();
    while (!reader.isWorth(0, target, BYTES) && !helped.isDone()) {
      Thread.onSpinWait();
    }
    while (reader.isWorth(0, target, BYTES) && !helped.isDone()) {
      fill();
      assertThat(copied()).isTrue();
      assertIsCopied();
    }
    isOver.set(true);
    assertThat(helped.join()).isZero();
  }

  @Test
  void whatALenderThatDiesHasInItsHandsTheReaderReads() {
    CompletableFuture<Boolean> copied =
        CompletableFuture.supplyAsync(
            () -> {
              boolean areAll = true;
              while (!isOver.get()) {
                fill();
                areAll &= copied();
              }
              return areAll;
            });
    takeAPiece(copied);
    isOver.set(true);
    falsifyNote(0); // where the lender was is nobody, or somebody else
    assertThat(copied.join()).as("in this test it is still there").isTrue();
    assertIsCopied();
    assertThat(readersNeighbours.sees(0)).isFalse();
    assertThat(ownerOfTheDesk()).as("nobody uses the line of the dead").isEqualTo(2);
  }

  @Test
  void whoLendsAtTheSameTimeReadsAlone() {
    DirectReads lending = new DirectReads(memory, board, 0, () -> false);
    DirectReads reading = new DirectReads(memory, board, 1, () -> false);
    long descriptor = lending.lend(source);
    lending.help();
    long before = job();
    long own = reading.lend(source);
    Lease lease = reading.borrow(0, descriptor);
    assertThat(lease.copyTo(Cursor.over(target), 0, BYTES)).isTrue();
    assertThat(job()).isEqualTo(before);
    reading.takeBack(own);
    assertThat(lease.copyTo(Cursor.over(target), 0, BYTES)).isTrue();
    assertThat(job()).as("now it asks for help").isNotEqualTo(before);
  }

  private long job() {
    return (long) SharedWords.LONG.getVolatile(memory, board.copyLineAt(0) + JOB);
  }

  /** As a lender does that then does nothing more. */
  private void takeAPiece(CompletableFuture<?> copying) {
    long at = board.copyLineAt(0) + JOB;
    boolean isTaken = false;
    while (!isTaken && !copying.isDone()) {
      long job = job();
      long pieces = job & 0xfff;
      boolean isLeft = pieces > (job >>> 12 & 0xfff) + (job >>> 24 & 0xfff);
      isTaken = isLeft && SharedWords.LONG.compareAndSet(memory, at, job, job + (1L << 24));
    }
  }

  @Test
  void aSecondReaderOfTheSameLenderCopiesAlone() {
    fill();
    SharedWords.INT.set(memory, board.copyLineAt(0), 3); // rank 2 is at the line
    long before = job();
    assertThat(copied()).isTrue();
    assertIsCopied();
    assertThat(ownerOfTheDesk()).isEqualTo(3);
    assertThat(job()).isEqualTo(before);
  }

  @Test
  void aJobThatAReaderHasLeftBehindIsNotTouched() {
    long line = board.copyLineAt(0);
    SharedWords.INT.set(memory, line + 2 * Integer.BYTES, 1);
    SharedWords.LONG.set(memory, line + 3L * Long.BYTES, source.address());
    SharedWords.LONG.set(memory, line + 4L * Long.BYTES, target.address());
    SharedWords.LONG.set(memory, line + 5L * Long.BYTES, (long) BYTES);
    SharedWords.LONG.set(memory, line + JOB, 8L);
    readersNeighbours.leaveNote();
    SharedWords.LONG.set(memory, line + SINCE, System.nanoTime() - 2_000_000_000L);
    assertThat(lender.help()).isZero();
    int helped = 0;
    while (helped == 0) { // one that is there is touched, unless we have no core for a second
      SharedWords.LONG.set(memory, line + SINCE, System.nanoTime());
      helped = lender.help();
    }
    assertThat(helped).isEqualTo(1);
  }

  @Test
  void aRankThatPollsHelpsWhileItLendsMemoryOutsideTheHeap() {
    DirectReads lending = new DirectReads(memory, board, 0, () -> false);
    DirectReads reading = new DirectReads(memory, board, 1, () -> false);
    CompletableFuture<Integer> helped =
        CompletableFuture.supplyAsync(
            () -> {
              long descriptor = lending.lend(source);
              descriptors.add(descriptor);
              while (!isOver.get()) {
                pieces.addAndGet(lending.help());
              }
              lending.takeBack(descriptor);
              return lending.help();
            });
    long descriptor = 0;
    while (descriptor == 0 && !helped.isDone()) {
      descriptor = descriptors.isEmpty() ? 0 : descriptors.peek();
    }
    for (int i = 0; i < 100 || (pieces.get() == 0 && !helped.isDone()); i++) {
      fill();
      Cursor to = Cursor.over(target.asSlice(50, BYTES));
      assertThat(reading.borrow(0, descriptor).copyTo(to, 0, BYTES)).isTrue();
      assertIsCopied();
    }
    isOver.set(true);
    assertThat(helped.join()).as("it lends nothing any more").isZero();
    assertThat(pieces.get()).isPositive();
    assertThat(reader.isWorth(0, target, BYTES)).as("it lends nothing any more").isFalse();
  }

  @Test
  void aTargetThatIsClosedLeavesNothingOnTheDesk() {
    Arena shortLived = Arena.ofShared();
    MemorySegment gone = shortLived.allocate(BYTES + 50);
    shortLived.close();
    assertThat(reader.isWorth(0, gone, BYTES)).isFalse();
    assertThatThrownBy(() -> copiedTo(gone)).isInstanceOf(IllegalStateException.class);
    assertThat(lender.help()).isZero();
    fill();
    assertThat(copied()).isTrue();
    assertIsCopied();
    assertThat((int) SharedWords.INT.get(memory, board.copyLineAt(0) + WRITTEN)).isZero();
  }

  private int ownerOfTheDesk() {
    return (int) SharedWords.INT.getVolatile(memory, board.copyLineAt(0));
  }

  private void falsifyNote(int rank) {
    long at = board.noteAt(rank) + NUMBER;
    SharedWords.LONG.set(memory, at, (long) SharedWords.LONG.get(memory, at) + 1);
  }
}
