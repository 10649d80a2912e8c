package org.purempi.transport.fast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;
import org.purempi.device.mock.MockDevice;
import org.purempi.transport.Lease;
import org.purempi.transport.MalformedException;
import org.purempi.transport.Sink;
import org.purempi.transport.Transport;

/** What a process tells of memory that it lends may be anything. */
class DeviceLoansTest {
  private static final int LENGTH = 100_000;
  private static final long RECORD = 64;

  private final MockDevice device = device();
  private final Arena arena = Arena.ofConfined();
  private final MemorySegment shared = arena.allocate(4096);
  private final DeviceLoans lender = loans(0);
  private final DeviceLoans borrower = loans(1);
  private final DeviceMemory memory = device.allocate(LENGTH);

  private static MockDevice device() {
    System.setProperty("purempi.devices", "mock");
    return (MockDevice) Devices.get("mock", 0);
  }

  private DeviceLoans loans(int rank) {
    return new DeviceLoans(shared, rank, bytes -> RECORD, (offset, bytes) -> {});
  }

  @AfterEach
  void close() {
    borrower.close();
    memory.close();
    arena.close();
    device.share(true);
  }

  /** Memory of the host that is received into. */
  private static final class Bytes implements Sink {
    final byte[] bytes = new byte[LENGTH];
    private long at;

    @Override
    public long remainingBytes() {
      return LENGTH - at;
    }

    @Override
    public void write(MemorySegment from, long fromOffset, long n) {
      MemorySegment.copy(from, fromOffset, MemorySegment.ofArray(bytes), at, n);
      at += n;
    }

    @Override
    public void position(long positionBytes) {
      at = positionBytes;
    }

    @Override
    public @Nullable MemorySegment contiguous() {
      return MemorySegment.ofArray(bytes);
    }
  }

  @Test
  void whatIsLentIsCopiedOutOfTheDevice() {
    byte[] data = new byte[LENGTH];
    new SplittableRandom(1).nextBytes(data);
    memory.copyFrom(MemorySegment.ofArray(data), 0);
    long descriptor = lender.lend(memory);
    assertThat(DeviceLoans.isOfDevice(descriptor)).isTrue();
    for (int i = 0; i < 2; i++) {
      var sink = new Bytes();
      long opens = device.counts().opens.sum();
      assertThat(borrower.borrow(0, descriptor).copyTo(sink, 0, LENGTH)).isTrue();
      assertThat(sink.bytes).isEqualTo(data);
      assertThat(device.counts().opens.sum() - opens).as("opened once").isEqualTo(1 - i);
    }
    lender.takeBack(descriptor);
  }

  @Test
  void whatIsShortOrCannotBeSharedIsNotLent() {
    assertThat(lender.lend(memory.slice(0, 100))).isEqualTo(Transport.NONE);
    device.share(false);
    assertThat(lender.lend(memory)).isEqualTo(Transport.NONE);
    device.share(true);
    memory.close();
    assertThat(lender.lend(memory)).isEqualTo(Transport.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "3, -1",
    "3, 0",
    "3, 99999",
    "4, -1",
    "4, 1",
    "4, 9223372036854775807",
    "5, -1",
    "5, 99999",
    "5, 9223372036854775807",
    "4, -9223372036854775808"
  })
  void aRecordThatIsGarbageIsMalformed(int number, long value) {
    Lease lease = borrower.borrow(0, lender.lend(memory));
    shared.set(ValueLayout.JAVA_LONG_UNALIGNED, RECORD + 8L * number, value);
    assertThatThrownBy(() -> lease.copyTo(new Bytes(), 0, LENGTH))
        .isInstanceOf(MalformedException.class)
        .hasMessageContaining("device memory");
  }

  @ParameterizedTest
  @CsvSource({"4090", "1000000", "2305843009213693951"})
  void aRecordThatLiesElsewhereIsMalformed(long at) {
    Lease lease = borrower.borrow(0, 1L << 61 | at);
    assertThatThrownBy(() -> lease.copyTo(new Bytes(), 0, LENGTH))
        .isInstanceOf(MalformedException.class);
  }

  @Test
  void anAllocationThatGrowsIsMalformed() {
    Lease lease = borrower.borrow(0, lender.lend(memory));
    assertThat(lease.copyTo(new Bytes(), 0, LENGTH)).isTrue();
    shared.set(ValueLayout.JAVA_LONG_UNALIGNED, RECORD + 8 * 3, 2 * LENGTH);
    shared.set(ValueLayout.JAVA_LONG_UNALIGNED, RECORD + 8 * 5, 2 * LENGTH);
    assertThatThrownBy(() -> lease.copyTo(new Bytes(), 1, LENGTH))
        .isInstanceOf(MalformedException.class);
  }

  @Test
  void memoryThatIsNotThereMustBeSent() {
    long descriptor = lender.lend(memory);
    memory.close();
    assertThat(borrower.borrow(0, descriptor).copyTo(new Bytes(), 0, LENGTH)).isFalse();
  }
}
