package org.purempi.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.purempi.device.Device;
import org.purempi.device.DeviceMemory;
import org.purempi.device.DeviceStream;

/**
 * A piece of the host's memory through which data of a device passes, a stream for the copies, and
 * a piece of the device's memory in which the data lies together meanwhile. Kept from one message
 * to the next; one message at a time uses it.
 */
final class StagingBlock {
  private static final Map<Device, Queue<StagingBlock>> KEPT = new ConcurrentHashMap<>();

  final MemorySegment host;
  final DeviceStream stream;
  private final Device device;
  private @Nullable DeviceMemory packed;

  private StagingBlock(Device device) {
    this.device = device;
    this.host = device.allocateHost(DeviceAccess.PIECE_BYTES, Arena.ofAuto());
    this.stream = device.stream();
  }

  static StagingBlock take(Device device) {
    Queue<StagingBlock> kept = KEPT.get(device);
    StagingBlock block = kept == null ? null : kept.poll();
    return block != null ? block : new StagingBlock(device);
  }

  /** Nothing is under way in it any more. */
  void giveBack() {
    KEPT.computeIfAbsent(device, d -> new ConcurrentLinkedQueue<>()).add(this);
  }

  /** Memory of the device, as long as the host's. */
  DeviceMemory packed() {
    DeviceMemory memory = packed;
    if (memory == null) {
      memory = CollectedMemory.allocate(device, host.byteSize());
      packed = memory;
    }
    return memory;
  }
}
