package org.purempi.transport.fast;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.purempi.memory.Board;
import org.purempi.memory.Geometry;
import org.purempi.memory.SharedWords;
import org.purempi.os.fast.RemoteMemory;
import org.purempi.os.fast.StreamingCopy;
import org.purempi.transport.Cursor;
import org.purempi.transport.Lease;
import org.purempi.transport.Transport;

/** A process may read itself: rank 0 lends and rank 1 reads, both of them here. */
@Timeout(60)
class DirectReadsTest {
  /** Too many for one call into an array. */
  private static final int BYTES = (1 << 20) + 300_001;

  private final Board board = new Board(0, 2, new Geometry(32, 256, 4));
  private final MemorySegment memory =
      Arena.ofAuto().allocate(board.bytes(), SharedWords.LINE_BYTES);
  private final DirectReads lender = rank(0, true);
  private final DirectReads reader = rank(1, true);
  private final byte[] content = new byte[BYTES];
  private final byte[] target = new byte[BYTES];

  private DirectReads rank(int rank, boolean sharesCores) {
    return new DirectReads(memory, board, rank, () -> sharesCores);
  }

  @BeforeEach
  void prepare() throws InterruptedException {
    new Random(42).nextBytes(content);
    OtherMemory.awaitReadable();
  }

  @Test
  void anArrayIsReadWhereItLies() {
    boolean isRead;
    long before;
    do {
      before = RemoteMemory.collections();
      isRead = lentAndRead(() -> {});
    } while (RemoteMemory.collections() != before);
    assertThat(isRead).isTrue();
    assertThat(target).isEqualTo(content);
  }

  @Test
  void afterACollectionWhatWasReadDoesNotCount() {
    assertThat(lentAndRead(System::gc)).isFalse();
  }

  @Test
  void whenTheLendersLoansAreOfTwoErasWhatWasReadDoesNotCount() {
    boolean isRead =
        lentAndRead(
            () -> SharedWords.LONG.setRelease(memory, board.noteAt(0) + 4L * Long.BYTES, 0L));
    assertThat(isRead).isFalse();
  }

  private boolean lentAndRead(Runnable between) {
    long descriptor = lender.lend(MemorySegment.ofArray(content));
    assertThat(DirectReads.isAddress(descriptor)).isTrue();
    between.run();
    Cursor to = Cursor.over(MemorySegment.ofArray(target));
    boolean isRead = reader.borrow(0, descriptor).copyTo(to, 0, BYTES);
    assertThat(to.remainingBytes()).isEqualTo(isRead ? 0 : BYTES);
    lender.takeBack(descriptor);
    return isRead;
  }

  @Test
  void aSliceIsReadFromItsOwnBeginning() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment native_ = arena.allocate(BYTES).copyFrom(MemorySegment.ofArray(content));
      long descriptor = lender.lend(native_.asSlice(1000));
      Lease lease = reader.borrow(0, descriptor);
      Cursor to = Cursor.over(MemorySegment.ofArray(target));
      assertThat(lease.copyTo(to, 500, 20_000)).isTrue();
      assertThat(to.remainingBytes()).isEqualTo(BYTES - 20_000);
      lender.takeBack(descriptor);
    }
    assertThat(
            MemorySegment.ofArray(target)
                .asSlice(0, 20_000)
                .mismatch(MemorySegment.ofArray(content).asSlice(1500, 20_000)))
        .isEqualTo(-1);
  }

  @Test
  void memoryOutsideTheHeapIsReadIntoWhole() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(BYTES).copyFrom(MemorySegment.ofArray(content));
      MemorySegment to = arena.allocate(BYTES);
      long descriptor = lender.lend(from);
      assertThat(reader.borrow(0, descriptor).copyTo(Cursor.over(to), 0, BYTES)).isTrue();
      lender.takeBack(descriptor);
      assertThat(to.mismatch(from)).isEqualTo(-1);
    }
  }

  @Test
  void aShortBufferIsNotLent() {
    assertThat(lender.lend(MemorySegment.ofArray(new byte[100]))).isEqualTo(Transport.NONE);
  }

  @Test
  void whatIsNotTheLendersProcessIsNotRead() {
    long descriptor = lender.lend(MemorySegment.ofArray(content));
    long number = board.noteAt(0) + 2L * Long.BYTES;
    SharedWords.LONG.set(memory, number, (long) SharedWords.LONG.get(memory, number) + 1);
    Lease lease = reader.borrow(0, descriptor);
    assertThat(lease.copyTo(Cursor.over(MemorySegment.ofArray(target)), 0, BYTES)).isFalse();
  }

  @Test
  void anAddressThatIsNoLongerMappedIsNoFault() {
    long self = ProcessHandle.current().pid();
    MemorySegment to = MemorySegment.ofArray(target);
    assertThat(RemoteMemory.read(self, 4096, to, 0, 100)).isFalse();
    try (Arena arena = Arena.ofConfined()) {
      assertThat(RemoteMemory.write(self, 4096, arena.allocate(100).address(), 100)).isFalse();
    }
  }

  @Test
  void whereRanksShareCoresAShortBufferIsFreeSoonerIfItsMessageIsCopiedPastTheCaches() {
    long most = 64 << 10;
    while (StreamingCopy.isPending() && !StreamingCopy.isReady()) {
      Thread.onSpinWait();
    }
    assertThat(lender.isFreeSoonerIfSent(most)).isEqualTo(StreamingCopy.isReady());
    assertThat(lender.isFreeSoonerIfSent(most + 1)).isFalse();
    assertThat(rank(0, false).isFreeSoonerIfSent(most)).isFalse();
  }
}
