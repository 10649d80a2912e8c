package org.purempi.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.purempi.device.DeviceException;
import org.purempi.device.DeviceException.Reason;
import org.purempi.device.DeviceMemory;
import org.purempi.device.ExportedMemory;

/**
 * Memory of a device that two processes of a host use. What is shared is always a whole allocation;
 * the process that has allocated it cannot open it.
 */
final class CudaSharing {
  private static final int ENABLE_PEER_ACCESS = 1;

  /** The number that a device, or a part of one, has in all processes. */
  record Uuid(long high, long low) {
    private static final ValueLayout.OfLong WORD =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    static Uuid of(MemorySegment bytes) {
      return new Uuid(bytes.get(WORD, 0), bytes.get(WORD, Long.BYTES));
    }
  }

  private final CudaDevice device;
  private final Uuid uuid;
  private final List<Uuid> seen;

  /** The uuids are of all devices that this process sees, by their ordinals. */
  CudaSharing(CudaDevice device, List<Uuid> seen) {
    this.device = device;
    this.uuid = seen.get(device.ordinal());
    this.seen = seen;
  }

  /** Null for what the driver does not share: managed memory, memory of pools, mapped by hand. */
  @Nullable ExportedMemory export(DeviceMemory memory) {
    long address = memory.at(0, memory.bytes());
    try (var _ = device.enter();
        Arena arena = Arena.ofConfined()) {
      CudaPointer pointer = CudaPointer.require(address, memory.bytes());
      if (pointer.isManaged() || pointer.context() == 0) {
        return null;
      }
      MemorySegment words = arena.allocate(JAVA_LONG, 2);
      CudaCall.ADDRESS_RANGE.call(words.address(), words.address() + JAVA_LONG.byteSize(), address);
      long start = words.get(JAVA_LONG, 0);
      MemorySegment handle = arena.allocate(ExportedMemory.HANDLE_BYTES);
      if (CudaCall.EXPORT.answer(handle.address(), start) != CudaError.NONE) {
        return null;
      }
      return new ExportedMemory(
          uuid.high(),
          uuid.low(),
          handle.toArray(JAVA_BYTE),
          pointer.allocation(),
          words.getAtIndex(JAVA_LONG, 1),
          address - start,
          memory.bytes());
    }
  }

  /**
   * The whole allocation, in which the memory begins at {@link ExportedMemory#offset}. The device
   * is the one that has it; any other if this process does not see that one, as where each process
   * of a host sees one device: then they must be able to reach each other.
   */
  DeviceMemory open(ExportedMemory exported) {
    Uuid owner = new Uuid(exported.deviceHigh(), exported.deviceLow());
    if (!owner.equals(uuid) && seen.contains(owner)) {
      throw new DeviceException(
          Reason.UNSUPPORTED,
          "the memory is of cuda " + seen.indexOf(owner) + ", and is opened there");
    }
    try (var _ = device.enter();
        Arena arena = Arena.ofConfined()) {
      long address =
          CudaCall.open(arena.allocateFrom(JAVA_BYTE, exported.handle()), ENABLE_PEER_ACCESS);
      return device.memory(
          "device",
          address,
          exported.allocationBytes(),
          () -> device.give(CudaCall.CLOSE, address));
    } catch (DeviceException e) {
      throw new DeviceException(
          e.reason() == Reason.FAILED ? Reason.UNSUPPORTED : e.reason(),
          "memory of another process cannot be opened on " + device + ": " + e.getMessage());
    }
  }
}
