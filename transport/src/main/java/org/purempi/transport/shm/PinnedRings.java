package org.purempi.transport.shm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.purempi.device.Device;

/** The rings of one rank, in both directions, and the devices for which they are pinned. */
final class PinnedRings {
  private record Pin(Device device, MemorySegment ring) {}

  private final List<Device> devices = new ArrayList<>();
  private final List<MemorySegment> rings = new ArrayList<>();
  private final List<Pin> pins = new ArrayList<>();

  /** A ring has been made, or another rank's is read from now on. */
  void add(MemorySegment ring) {
    if (!rings.contains(ring)) {
      rings.add(ring);
      devices.forEach(device -> pin(device, ring));
    }
  }

  void pinFor(Device device) {
    devices.add(device);
    rings.forEach(ring -> pin(device, ring));
  }

  private void pin(Device device, MemorySegment ring) {
    if (device.pin(ring)) {
      pins.add(new Pin(device, ring));
    }
  }

  /** Before the memory goes. */
  void close() {
    pins.forEach(pin -> pin.device.unpin(pin.ring));
    pins.clear();
  }
}
