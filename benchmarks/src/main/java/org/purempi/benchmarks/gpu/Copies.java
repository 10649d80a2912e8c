package org.purempi.benchmarks.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.Devices;

/**
 * Copies alone, in one process: the floor of all messages. Each is begun and waited for.
 *
 * <p>Arguments: milliseconds for each length, the greatest length.
 */
public final class Copies {
  static final String TO_HOST = "copy.d2h.pinned";
  static final String FROM_HOST = "copy.h2d.pinned";
  static final String TO_PAGES = "copy.d2h.pageable";
  static final String FROM_PAGES = "copy.h2d.pageable";
  static final String ON_DEVICE = "copy.d2d";

  private static final long PAGE_BYTES = 4096;

  private Copies() {}

  /** Prints the device, and the times. */
  public static void main(String[] args) {
    var stopwatch = new Stopwatch(Double.parseDouble(args[0]), Optional.empty());
    long most = Long.parseLong(args[1]);
    Device device = Devices.first();
    System.out.println(
        Results.FACT + " " + Results.DEVICE + " " + device + " of " + Devices.all().size());
    try (Arena arena = Arena.ofShared();
        DeviceMemory a = device.allocate(most);
        DeviceMemory b = device.allocate(most)) {
      MemorySegment pinned = device.allocateHost(most, arena);
      MemorySegment pages = arena.allocate(most, PAGE_BYTES).fill((byte) 1);
      Stopwatch.warmUp(() -> a.copyFrom(pinned.asSlice(0, Long.BYTES), 0));
      Stopwatch.warmUp(() -> a.copyTo(0, pinned.asSlice(0, Long.BYTES)));
      Stopwatch.warmUp(() -> device.immediate().copy(a, 0, b, 0, Long.BYTES));
      for (long bytes : Lengths.upTo(most)) {
        MemorySegment fast = pinned.asSlice(0, bytes);
        MemorySegment slow = pages.asSlice(0, bytes);
        stopwatch.time(TO_HOST, bytes, 1, () -> a.copyTo(0, fast));
        stopwatch.time(FROM_HOST, bytes, 1, () -> a.copyFrom(fast, 0));
        stopwatch.time(TO_PAGES, bytes, 1, () -> a.copyTo(0, slow));
        stopwatch.time(FROM_PAGES, bytes, 1, () -> a.copyFrom(slow, 0));
        stopwatch.time(ON_DEVICE, bytes, 1, () -> device.immediate().copy(a, 0, b, 0, bytes));
      }
    }
  }
}
