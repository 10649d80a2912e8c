package org.purempi.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What transports promise whose ranks share memory: regions for all, and buffers lent. */
@Timeout(60)
abstract class SharedMemoryContract extends TransportContract {
  /** Whether contiguous heap memory can be lent. */
  protected abstract boolean lendsHeapMemory();

  @Test
  void whoHasAnotherProcessorIsBesideThisRankUntilItRises() throws Exception {
    try (Job job = open(2)) {
      Occupancy mine = job.rank(0).occupancy();
      Occupancy theirs = job.rank(1).occupancy();
      assertThat(mine.isBeside(1)).as("neither has one").isFalse();
      sitOn(0, mine);
      assertThat(mine.isBeside(1)).as("the other has not").isFalse();
      boolean hasTwo = sitOn(1, theirs);
      assertThat(mine.isBeside(1)).isEqualTo(hasTwo);
      assertThat(theirs.isBeside(0)).isEqualTo(hasTwo);
      theirs.vacate();
      assertThat(mine.isBeside(1)).as("it gave its own away").isFalse();
      assertThat(theirs.isBeside(0)).as("this one has not").isEqualTo(hasTwo);
    }
    try (Job job = open(2)) {
      sitOn(0, job.rank(0).occupancy());
      sitOn(0, job.rank(1).occupancy());
      assertThat(job.rank(0).occupancy().isBeside(1)).as("both on one processor").isFalse();
    }
  }

  @Test
  void reservedMemoryIsZeroedAlignedAndSharedByAllRanks() {
    try (Job job = open(2)) {
      long bytes = 10_000;
      Region region = reserve(job.rank(0), bytes);
      assertThat(region.bytes()).isEqualTo(bytes);
      MemorySegment mine = map(job.rank(0), region);
      MemorySegment theirs = map(job.rank(1), new Region(region.handle(), bytes));
      assertThat(mine.byteSize()).isEqualTo(bytes);
      assertThat(mine.address() % 64).isZero();
      assertThat(mine.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
      theirs.set(ValueLayout.JAVA_LONG, 9992, 1234);
      assertThat(mine.get(ValueLayout.JAVA_LONG, 9992)).isEqualTo(1234);
      job.rank(1).release(region);
    }
  }

  @Test
  void releasedMemoryIsUsedAgainAndZeroedAgain() {
    try (Job job = open(2)) {
      SplittableRandom random = new SplittableRandom(SEED);
      record Held(Region region, byte content) {}
      List<Held> held = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        if (held.size() > 8) {
          Held out = held.remove(random.nextInt(held.size()));
          job.rank(i % 2).release(out.region);
        }
        long bytes = 1L + random.nextInt(60_000);
        Region region = reserve(job.rank((i + 1) % 2), bytes);
        MemorySegment memory = map(job.rank(i % 2), region);
        assertThat(isFilledWith(memory, (byte) 0)).as("round %d, seed %d", i, SEED).isTrue();
        memory.fill((byte) i);
        held.add(new Held(region, (byte) i));
        for (Held each : held) {
          MemorySegment view = map(job.rank(0), each.region);
          assertThat(isFilledWith(view, each.content)).as("round %d, seed %d", i, SEED).isTrue();
        }
      }
    }
  }

  @Test
  void aLentReservedBufferIsCopiedOnce() {
    try (Job job = open(2)) {
      MemorySegment buffer = map(job.rank(0), reserve(job.rank(0), 5000));
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
        long descriptor = job.rank(0).endpoint(1).lend(source);
        if (lendsHeapMemory()) {
          copyAndCheck(job, descriptor, pattern(40_000, 5));
        } else if (descriptor != Transport.NONE) {
          byte[] target = new byte[40_000];
          Lease lease = job.rank(1).borrow(0, descriptor);
          assertThat(scattered).isFalse();
          if (lease.copyTo(Cursor.over(target), 0, target.length)) {
            assertThat(target).isEqualTo(pattern(40_000, 5));
          }
          job.rank(0).endpoint(1).reclaim(descriptor);
        }
      }
    }
  }

  @Test
  void manyLoansAreKeptApart() {
    try (Job job = open(2)) {
      List<Long> descriptors = new ArrayList<>();
      MemorySegment all = map(job.rank(0), reserve(job.rank(0), 64L * 100));
      for (int i = 0; i < 100; i++) {
        MemorySegment one = all.asSlice(i * 64L, 64);
        one.fill((byte) i);
        descriptors.add(job.rank(0).endpoint(1).lend(Cursor.over(one)));
      }
      for (int i = 99; i >= 0; i--) {
        byte[] target = new byte[64];
        job.rank(1).borrow(0, descriptors.get(i)).copyTo(Cursor.over(target), 0, 64);
        assertThat(target).containsOnly((byte) i);
        job.rank(0).endpoint(1).reclaim(descriptors.get(i));
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
    job.rank(0).endpoint(1).reclaim(descriptor);
  }

  private static boolean isFilledWith(MemorySegment memory, byte value) {
    byte[] expected = new byte[(int) memory.byteSize()];
    Arrays.fill(expected, value);
    return memory.mismatch(MemorySegment.ofArray(expected)) < 0;
  }
}
