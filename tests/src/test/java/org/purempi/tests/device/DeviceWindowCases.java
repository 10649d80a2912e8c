package org.purempi.tests.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import org.purempi.Buf;
import org.purempi.Communicator;
import org.purempi.Datatype;
import org.purempi.ErrorClass;
import org.purempi.LockType;
import org.purempi.MpiException;
import org.purempi.Op;
import org.purempi.Window;
import org.purempi.device.DeviceMemory;
import org.purempi.device.mock.MockDevice;
import org.purempi.tests.OnRanks;
import org.purempi.tests.Pattern;

/** Windows of a device's memory, and operations from and to it. */
@SuppressWarnings("try") // an epoch is open as long as its block
final class DeviceWindowCases {
  private static final List<Integer> LENGTHS = List.of(8, 3000, 40_000, 1_000_000);

  private DeviceWindowCases() {}

  @OnRanks(2)
  static void dataGoesToAndFromAWindowOnAnotherDevice(Communicator world) {
    int other = 1 - world.rank();
    for (int length : LENGTHS) {
      byte[] data = Pattern.bytes(length, world.rank());
      try (DeviceMemory part = Mock.device(1).allocate(length);
          DeviceMemory origin = Mock.of(Mock.device(0), data);
          DeviceMemory result = Mock.device(0).allocate(length);
          Window window = Window.create(world, Buf.of(part))) {
        assertThat(window.memory()).isEqualTo(MemorySegment.NULL);
        window.fence();
        window.put(Buf.of(origin), other, 0);
        window.fence();
        Pattern.check(Mock.bytes(part), other);
        window.get(Buf.of(result), other, 0);
        window.fence();
        Pattern.check(Mock.bytes(result), world.rank());
      }
    }
  }

  @OnRanks(2)
  static void numbersOnADeviceAreCombinedAndSwapped(Communicator world) {
    MockDevice device = Mock.device(0);
    int n = 30_000;
    long[] ones = new long[n];
    Arrays.fill(ones, 1);
    try (DeviceMemory part = Mock.of(device, new byte[8 * n]);
        DeviceMemory origin = device.allocate(8L * n);
        DeviceMemory old = device.allocate(8L * n);
        Window window = Window.create(world, Buf.of(part, n, Datatype.LONG))) {
      origin.copyFrom(MemorySegment.ofArray(ones), 0);
      window.fence();
      window.accumulate(Buf.of(origin, n, Datatype.LONG), 0, 0, Op.SUM);
      window.fence();
      window.getAccumulate(
          Buf.of(origin, n, Datatype.LONG),
          Buf.of(old, n, Datatype.LONG),
          1,
          0,
          n,
          Datatype.LONG,
          Op.SUM);
      window.fence();
      checkAll(part, 2, n);
      try (var epoch = window.lock(LockType.EXCLUSIVE, 0)) {
        window.fetchAndOp(
            Buf.of(origin, 1, Datatype.LONG), Buf.of(old, 1, Datatype.LONG), 0, 5, Op.SUM);
        window.flush(0);
        window.compareAndSwap(
            Buf.of(old, 1, Datatype.LONG),
            Buf.of(origin, 1, Datatype.LONG),
            Buf.of(old, 8, 1, Datatype.LONG),
            0,
            6);
      }
      world.barrier();
      long[] got = new long[2];
      old.copyTo(0, MemorySegment.ofArray(got));
      assertThat(got[0]).isBetween(2L, 3L);
      assertThat(got[1]).isEqualTo(2);
    }
  }

  private static void checkAll(DeviceMemory memory, long value, int n) {
    long[] numbers = new long[n];
    memory.copyTo(0, MemorySegment.ofArray(numbers));
    assertThat(numbers).containsOnly(value);
  }

  @OnRanks(2)
  static void aPartThatWasFreedIsToldToWhoUsesIt(Communicator world) {
    for (int length : LENGTHS) {
      DeviceMemory part = Mock.device(0).allocate(length);
      byte[] data = new byte[length];
      try (Window window = Window.create(world, Buf.of(part))) {
        part.close();
        world.barrier();
        if (world.rank() == 0) {
          for (Runnable use :
              List.<Runnable>of(
                  () -> window.put(Buf.of(data), 1, 0),
                  () -> window.get(Buf.of(data), 1, 0),
                  () -> window.accumulate(Buf.of(data), 1, 0, Op.BXOR))) {
            isToldOf(
                () -> {
                  try (var epoch = window.lock(LockType.SHARED, 1)) {
                    use.run();
                  }
                });
          }
        }
        world.barrier();
      }
    }
  }

  @OnRanks(2)
  static void anOriginOrAResultThatWasFreedFailsItsOperation(Communicator world) {
    for (int length : LENGTHS) {
      byte[] part = new byte[length];
      try (Window window = Window.create(world, Buf.of(part))) {
        world.barrier();
        if (world.rank() == 0) {
          for (boolean isPut : new boolean[] {true, false}) {
            DeviceMemory own = Mock.device(0).allocate(length);
            own.close();
            isToldOf(
                () -> {
                  try (var epoch = window.lock(LockType.SHARED, 1)) {
                    if (isPut) {
                      window.put(Buf.of(own), 1, 0);
                    } else {
                      window.get(Buf.of(own), 1, 0);
                    }
                  }
                });
          }
        }
        world.barrier();
      }
    }
  }

  private static void isToldOf(Runnable use) {
    Throwable error = catchThrowable(use::run);
    assertThat(error).isInstanceOf(MpiException.class);
    assertThat(((MpiException) error).errorClass())
        .as("%s", error)
        .isIn(ErrorClass.BUFFER, ErrorClass.RMA_RANGE);
  }
}
